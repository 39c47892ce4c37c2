// Takes out of a frame what is not shown, before anybody sees it. Pure. Prompts are left as they came: an answer must
// name options and questions exactly, so they are cleaned where they are drawn (`shown-prompt.ts`).

import type { ServerFrame } from '../../contract/frames.ts';
import { clean } from '../text/clean.ts';

/** The frame as the page keeps it. */
export function cleanFrame(frame: ServerFrame): ServerFrame {
  if (frame.frame === 'snapshot') return { ...clean({ ...frame, prompts: [] }), prompts: frame.prompts };
  if (frame.frame === 'change' && frame.kind === 'prompt-changed') {
    return { ...clean({ ...frame, prompt: null }), prompt: frame.prompt };
  }
  return clean(frame);
}
