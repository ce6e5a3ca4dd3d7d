import { readFileSync } from 'node:fs';

/** A record, as far as tests look into it. */
export type RecordLine = Readonly<{
  line: number;
  config: Readonly<{ algorithm: string }>;
  snapshot?: Readonly<{ routing_key?: string; model_id: string; clusters: readonly unknown[] }>;
  snapshot_ref?: number;
  request: Readonly<{
    request_id: string;
    session_state?: string;
    excluded_cluster_ids?: readonly string[];
  }>;
  elapsed_ms: number;
  decision: Readonly<{ kind: string; promoted?: boolean }>;
}>;

/** The records of a file, and the text of each decision as it stands there. */
export const readRecords = (
  path: string,
): Readonly<{ records: readonly RecordLine[]; decisions: string }> => {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const records = lines.map((line) => JSON.parse(line) as RecordLine);
  const decisions = lines.map((line) => `${line.slice(line.indexOf('"decision":') + 11, -1)}\n`);
  return { records, decisions: decisions.join('') };
};
