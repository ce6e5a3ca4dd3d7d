/**
 * `npm run docs:pictures`: draws the pictures of the documentation anew. With `-- --measure` the
 * load sweep is simulated again first; with `-- --record` the figures of the dashboard are recorded
 * again, which needs `npm run build` before, `prometheus` on the PATH, and two minutes.
 */
import { writeFileSync } from 'node:fs';
import { writeRecord } from './pictures/dashboard/record.js';
import { recordDashboard } from './pictures/dashboard/record-dashboard.js';
import { measureSweep } from './pictures/load-sweep.js';
import { drawPictures } from './pictures/pictures.js';

if (process.argv.includes('--measure')) {
  const sweep = await measureSweep(process.cwd());
  writeFileSync('docs/pictures/load-sweep.json', `${JSON.stringify(sweep, null, 2)}\n`);
}
if (process.argv.includes('--record')) {
  const record = await recordDashboard(process.cwd());
  writeFileSync('docs/pictures/dashboard.json', writeRecord(record));
}
for (const [name, svg] of Object.entries(await drawPictures(process.cwd()))) {
  writeFileSync(`docs/pictures/${name}`, svg);
}
