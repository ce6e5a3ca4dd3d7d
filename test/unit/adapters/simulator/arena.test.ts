import { test } from 'vitest';
import { expectAsMeasured } from './support/arena-row.js';

test.each(['pww 6 and 8, flag on', 'power-of-n'])(
  'the simulator has reuse within 3 points and TTFT within 15 percent of real servers: %s',
  async (name) => {
    await expectAsMeasured(48, name);
  },
);
