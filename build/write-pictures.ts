/**
 * `npm run docs:pictures`: draws the pictures of the documentation anew. With `-- --measure` the
 * load sweep is simulated again first.
 */
import { writeFileSync } from 'node:fs';
import { measureSweep } from './pictures/load-sweep.js';
import { drawPictures } from './pictures/pictures.js';

if (process.argv.includes('--measure')) {
  const sweep = await measureSweep(process.cwd());
  writeFileSync('docs/pictures/load-sweep.json', `${JSON.stringify(sweep, null, 2)}\n`);
}
for (const [name, svg] of Object.entries(await drawPictures(process.cwd()))) {
  writeFileSync(`docs/pictures/${name}`, svg);
}
