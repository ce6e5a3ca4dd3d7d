import { test } from 'vitest';
import { expectAsMeasured } from './support/arena-row.js';

test('the simulator has reuse within 3 points and TTFT within 15 percent of real servers', async () => {
  await expectAsMeasured(48, 'pww 6 and 8, flag on');
});
