import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isJsonObject } from '../../../core/codec/codec.js';
import type { TraceFormat } from '../workload/workload-model.js';

/** What a file of requests is, by its first line: a trace, decision records, or a scenario. */
export const guessFormat = async (file: string): Promise<TraceFormat | 'scenario' | undefined> => {
  const line = (await firstLine(file)).trim();
  if (line.startsWith('session,turn,')) return 'agentic-coding';
  if (line.includes('ContextTokens')) return 'azure';
  const json = parsed(line);
  // A scenario is laid out over several lines.
  if (!isJsonObject(json)) return line.startsWith('{') ? 'scenario' : undefined;
  if ('decision' in json) return 'decision-records';
  if ('hash_ids' in json) return 'mooncake';
  if ('workload' in json) return 'scenario';
  return 'input_tokens' in json ? 'json-lines' : undefined;
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const firstLine = async (file: string): Promise<string> => {
  const bytes = createReadStream(file);
  let text = '';
  const source = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  try {
    for await (const chunk of source) {
      text += String(chunk);
      if (text.includes('\n')) break;
    }
  } finally {
    bytes.destroy();
  }
  return text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'));
};
