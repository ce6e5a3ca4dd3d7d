import type * as Protobuf from 'protobufjs';
import { isVisibleAscii } from '../../../core/codec/utf8.js';

/** Fields of `HeaderMap` and `HeaderValue`, with the wire type of what has a length. */
const HEADERS = (1 << 3) | 2;
const KEY = (1 << 3) | 2;
const VALUE = (2 << 3) | 2;
const RAW_VALUE = (3 << 3) | 2;

/**
 * Reads a `HeaderMap` of so many bytes as header lines: name, value, name, value, ...; values have
 * one character per byte. They are put behind `lines`.
 *
 * Headers are most of what a proxy sends. A message for the map and for each line, with a buffer
 * for each value, would cost more than all the rest of the reading.
 */
export const readHeaderLines = (
  reader: Protobuf.Reader,
  byteCount: number,
  lines: string[],
): string[] => {
  const end = endOf(reader, byteCount);
  while (reader.pos < end) {
    const tag = reader.tag();
    if (tag === HEADERS) readLine(reader, reader.size(), lines);
    else reader.skipType(tag & 7, 0, tag >>> 3);
  }
  return atEnd(reader, end, lines);
};

const readLine = (reader: Protobuf.Reader, byteCount: number, lines: string[]): void => {
  const end = endOf(reader, byteCount);
  let key = '';
  let value = '';
  let rawValue = '';
  while (reader.pos < end) {
    const tag = reader.tag();
    if (tag === KEY) key = readKey(reader);
    else if (tag === RAW_VALUE) rawValue = readLatin1(reader);
    else if (tag === VALUE) value = readLatin1(reader);
    else reader.skipType(tag & 7, 0, tag >>> 3);
  }
  lines.push(key, rawValue === '' ? value : rawValue);
  atEnd(reader, end, lines);
};

/** A key must be UTF-8; nearly all of them are ASCII, which is the same either way. */
const readKey = (reader: Protobuf.Reader): string => {
  const start = reader.pos;
  const text = readLatin1(reader);
  if (isVisibleAscii(text)) return text;
  reader.pos = start;
  return reader.stringVerify();
};

const readLatin1 = (reader: Protobuf.Reader): string => {
  const byteCount = reader.size();
  const start = reader.pos;
  reader.pos = endOf(reader, byteCount);
  return (reader.buf as Buffer).toString('latin1', start, reader.pos);
};

const endOf = ({ pos, len }: Protobuf.Reader, byteCount: number): number => {
  if (pos + byteCount > len) throw new RangeError('a length goes beyond the end of the message');
  return pos + byteCount;
};

const atEnd = (reader: Protobuf.Reader, end: number, lines: string[]): string[] => {
  if (reader.pos !== end) throw new RangeError('a field goes beyond the end of its message');
  return lines;
};
