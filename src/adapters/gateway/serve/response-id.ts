/** The id of a response, read from what passes by. */
import { isJsonObject, ownMember } from '../../../core/codec/codec.js';
import { isResponseId } from '../../../session/response-record.js';
import type { BodySink, UpstreamResponse } from '../../servers/upstream/upstream-exchange.js';
import { firstHeader } from '../request/first-header.js';
import { outlineJson } from '../request/json-outline.js';

/** Bytes of a response that are looked at. */
export const LOOKED_AT_BYTES = 65_536;

/**
 * The same response, which tells its id as soon as its first event, or all of its JSON, has passed.
 *
 * Nothing is held back or changed. Without an id within 64 KiB nothing is told, nor of a response
 * that is compressed.
 */
export const watchResponseId = (
  reply: UpstreamResponse,
  onId: (id: string) => void,
): UpstreamResponse => {
  if (firstHeader(reply.headers, 'content-encoding') !== undefined) return reply;
  const isStream = /^text\/event-stream\b/i.test(firstHeader(reply.headers, 'content-type') ?? '');
  const reader = new IdReader(isStream, onId);
  return { ...reply, pipe: (sink) => reply.pipe(tap(sink, reader)) };
};

const tap = (sink: BodySink, reader: IdReader): BodySink => ({
  write: (chunk) => {
    reader.take(chunk);
    return sink.write(chunk);
  },
  end: (last) => {
    if (last !== undefined) reader.take(last);
    reader.end();
    sink.end(last);
  },
  fail: (message) => {
    sink.fail(message);
  },
});

class IdReader {
  #text = '';
  #isDone = false;

  constructor(
    readonly isStream: boolean,
    readonly onId: (id: string) => void,
  ) {}

  take(chunk: Buffer): void {
    if (this.#isDone) return;
    // Ids are ASCII; characters of many bytes, cut or not, stand in other places.
    this.#text += chunk.toString('latin1', 0, LOOKED_AT_BYTES - this.#text.length);
    const isFull = this.#text.length >= LOOKED_AT_BYTES;
    if (isFull || (this.isStream && /\n\r?\n/.test(this.#text))) this.end();
  }

  end(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    const id = this.isStream ? idInEvent(this.#text) : idInJson(this.#text);
    this.#text = '';
    if (isResponseId(id)) this.onId(id);
  }
}

/** The `id` of an object whose end may be missing. */
const idInJson = (text: string): unknown => {
  const member = outlineJson(text, 'id').members.find(({ name }) => name === 'id');
  if (member?.value === undefined) return undefined;
  const quoted = text.slice(member.value.start, member.value.end);
  return /^"[^"\\]*"$/.test(quoted) ? quoted.slice(1, -1) : undefined;
};

/** The id of the `response` in the first event; an event may be longer than what is looked at. */
const idInEvent = (text: string): unknown => {
  const data = /^data: ?(.*)$/m.exec(text)?.[1] ?? '';
  try {
    const event: unknown = JSON.parse(data);
    const response = isJsonObject(event) ? ownMember(event, 'response') : undefined;
    return isJsonObject(response) ? ownMember(response, 'id') : undefined;
  } catch {
    return /"response" ?: ?\{ ?"id" ?: ?"([^"\\]*)"/.exec(data)?.[1];
  }
};
