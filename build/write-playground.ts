/** `npm run playground`: the playground as one page that needs nothing else, into `.site/playground/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { playgroundPage } from './playground-page.js';

const folder = join('.site', 'playground');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'index.html'), await playgroundPage(process.cwd()));
console.log(`${folder}/index.html`);
