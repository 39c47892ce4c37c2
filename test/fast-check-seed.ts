// One seed for all properties of a run, also where a test is tried again: what a property found once stays found.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TALLYMUX_TEST_SEED) });
