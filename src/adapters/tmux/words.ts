// The names of tmux's commands as we write them. Each is shortened by a letter, which tmux takes for the whole name where
// only one fits: a `command-alias` in somebody's configuration replaces whole names, and must not replace ours.

export const CAPTURE_PANE = 'capture-pan';
export const DISPLAY_MESSAGE = 'display-messag';
export const IF_SHELL = 'if-shel';
export const LIST_SESSIONS = 'list-session';
export const REFRESH_CLIENT = 'refresh-clien';
export const SEND_KEYS = 'send-key';
export const SET_OPTION = 'set-optio';
