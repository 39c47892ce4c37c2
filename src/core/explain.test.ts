import { describe, expect, it } from 'vitest';
import { prompt, says, story } from '../../test/scenario.ts';
import { disagreement } from './disagreement.ts';
import { explainSources } from './explain.ts';

const words = (told: ReturnType<typeof story>, at: number) =>
  explainSources(told.picture(), told.decide(at)).map(({ source, said, verdict }) => `${source}: ${said} (${verdict})`);

describe('explain', () => {
  it('names what each source said and what became of it', () => {
    const told = story().process(0, 'running').level(0, 'idle').line(1, prompt).level(1, 'busy').end(1);
    expect(words(told, 1)).toEqual([
      'registry: status busy (decided)',
      'process: alive (agrees)',
      'transcript: a turn that has not ended (agrees)',
      'hook: never heard; tallymux setup installs them (nothing)',
      'pane: no tmux pane of it was looked at (nothing)',
      'person: said nothing (nothing)',
      'memory: nothing to remember (nothing)',
    ]);
  });

  it('shows a source that was overruled', () => {
    const told = story().process(0, 'running').level(0, 'idle').line(1, prompt).level(1, 'busy').line(2, says('x'));
    expect(words(told, 60)).toContain('transcript: a finished turn (overruled)');
  });

  it('tells "could not look" from "nothing there"', () => {
    const told = story().process(0, 'running');
    told.tell({ source: 'registry', kind: 'could-not-look', at: 1000, reason: 'not whole JSON' });
    expect(words(told, 5)).toContain('registry: could not be read: not whole JSON (could not look)');
    expect(words(story().process(0, 'running'), 5)).toContain('registry: never read (nothing)');
  });
});

describe('sources that contradict each other', () => {
  it('a registry at rest through a whole turn is wrong', () => {
    const told = story().level(0, 'idle').end(0).line(5, prompt).line(7, says('done')).end(7);
    expect(disagreement(told.picture(), 9_000)).toMatchObject({ source: 'registry' });
  });

  it('a prompt that nothing follows was no turn', () => {
    const told = story().level(0, 'idle').end(0).line(5, prompt).end(5);
    expect(disagreement(told.picture(), 9_000)).toMatchObject({ source: 'transcript' });
  });

  it('a registry that lags behind by less than a second contradicts nothing', () => {
    const told = story().level(0, 'idle').end(0).line(5, prompt).level(5.5, 'busy').line(7, says('x')).level(7, 'idle');
    expect(disagreement(told.picture(), 20_000)).toBeNull();
  });
});
