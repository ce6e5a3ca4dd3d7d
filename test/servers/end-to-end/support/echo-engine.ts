import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** An engine whose answers depend on nothing but path and body of a request. */
export type EchoEngine = Readonly<{ url: string; close: () => Promise<void> }>;

/**
 * Starts it in this process, on loopback.
 *
 * `metadata.status` in the body asks for that status; `stream` for an answer in three pieces.
 */
export const startEchoEngine = async (): Promise<EchoEngine> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(request.url!, Buffer.concat(chunks).toString(), response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const answer = async (path: string, text: string, response: ServerResponse): Promise<void> => {
  const { stream, metadata } = JSON.parse(text) as EchoBody;
  const content = createHash('sha256').update(`${path}\n${text}`).digest('hex');
  if (stream !== true) {
    response.writeHead(metadata?.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ path, content }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of [content.slice(0, 20), content.slice(20, 40), content.slice(40)]) {
    response.write(`data: ${JSON.stringify({ piece })}\n\n`);
    await pause(2);
  }
  response.end('data: [DONE]\n\n');
};

type EchoBody = Readonly<{ stream?: boolean; metadata?: Readonly<{ status?: number }> }>;
