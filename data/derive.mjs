// Makes the traces of this folder from the files of their sources: node data/derive.mjs SOURCES
// README.md says where those come from and what is changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const [sources] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

const linesOf = (name) =>
  gunzipSync(readFileSync(join(sources, name)))
    .toString('utf8')
    .trimEnd()
    .split('\n');

const csvOf = (name) => {
  const [head, ...rows] = linesOf(name).map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(head.map((column, at) => [column, cells[at]])));
};

/** Level 9, and no time in the head: the same bytes every time. */
const write = (name, rows) => {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const bytes = gzipSync(text, { level: 9 });
  writeFileSync(join(here, name), bytes);
  console.log(`${name}: ${rows.length} rows, ${bytes.length} bytes`);
};

/** Ids number blocks by first appearance, so those that are new in a row follow from the last known. */
const prefixCoded = (rows) => {
  let blockCount = 0;
  return rows.map(({ blocks, ...row }) => {
    const known = blocks.filter((block) => block < blockCount);
    blockCount += blocks.length - known.length;
    return { ...row, ...(known.length > 0 && { after: known.at(-1) }) };
  });
};

const mooncake = (name, sessions) =>
  prefixCoded(
    linesOf(name).map((line, at) => {
      const { timestamp, input_length, output_length, hash_ids } = JSON.parse(line);
      return {
        at_ms: timestamp,
        ...(sessions !== undefined && { session: sessions[at].session }),
        input_tokens: input_length,
        output_tokens: output_length,
        blocks: hash_ids,
      };
    }),
  );

write(
  'mooncake-conversation.jsonl.gz',
  mooncake('mooncake_conversation.jsonl.gz', csvOf('mooncake_conversation_sessions.csv.gz')),
);
write('mooncake-synthetic.jsonl.gz', mooncake('mooncake_synthetic.jsonl.gz'));

/** Every sixth session, from the first on. */
const agentic = csvOf('agentic_coding_sessions.csv.gz');
const chosen = new Set([...new Set(agentic.map(({ session }) => session))].filter((_, at) => at % 6 === 0));
write(
  'agentic-coding.jsonl.gz',
  agentic
    .filter(({ session }) => chosen.has(session))
    .map((row) => ({
      session: row.session,
      input_tokens: Number(row.input_tokens),
      output_tokens: Number(row.output_tokens),
      ...(row.ref_turn !== '0' && {
        shared_turn: Number(row.ref_turn),
        shared_tokens: Number(row.shared_blocks) * 64,
      }),
      ...(Number(row.think_s) > 0 && { think_ms: Number(row.think_s) * 1000 }),
    })),
);

/** Ten minutes of the chat service. */
write(
  'azure-conversation.jsonl.gz',
  csvOf('azure_llm_2023_arrivals.csv.gz')
    .filter(({ service, arrival_ms }) => service === 'conv' && Number(arrival_ms) < 600_000)
    .map((row) => ({
      at_ms: Number(row.arrival_ms),
      input_tokens: Number(row.ContextTokens),
      output_tokens: Number(row.GeneratedTokens),
    })),
);
