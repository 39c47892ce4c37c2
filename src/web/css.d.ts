// Style sheets are imported for their effect; the build collects them.

declare module '*.css';
