/** Writes the descriptor that the picker loads from its `.proto`: `npm run generate:picker`. */
import { readFileSync, writeFileSync } from 'node:fs';
import protobuf from 'protobufjs';

const folder = new URL('../src/adapters/picker/wire/', import.meta.url);
const text = readFileSync(new URL('ext-proc.proto', folder), 'utf8');
const { root } = protobuf.parse(text, { keepCase: false });
writeFileSync(new URL('ext-proc.json', folder), `${JSON.stringify(root.toJSON(), null, 2)}\n`);
