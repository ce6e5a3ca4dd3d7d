import { expect, test } from 'vitest';
import { FormParts, type FormPart } from '../../../../../src/adapters/gateway/serve/form-parts.js';

const FORM = Buffer.from(
  [
    '--b',
    'content-disposition: form-data; name="model"',
    '',
    'm-1',
    '--b',
    'content-disposition: form-data; name="file"; filename="a"',
    '',
    'sound\r\n--x',
    '--b--',
    'behind the end',
  ].join('\r\n'),
);

/** What is told of a form that comes in pieces. */
const toldOf = async (pieces: readonly Buffer[]) => {
  const parts: FormPart[] = [];
  const problems: string[] = [];
  const form = new FormParts('multipart/form-data; boundary=b', {
    onPart: (part) => parts.push(part),
    onProblem: (problem) => problems.push(problem),
  });
  for (const piece of pieces) await form.take(piece);
  await form.end();
  return {
    parts: parts.map(({ name, isFile, value }) => [name, isFile, value.toString()]),
    problems,
  };
};

const TOLD = {
  parts: [
    ['model', false, 'm-1'],
    ['file', true, 'sound\r\n--x'],
  ],
  problems: [],
};

test('a form is read alike wherever it is cut, and what stands behind its end is nothing', async () => {
  for (let at = 0; at <= FORM.length; at++) {
    const pieces = [FORM.subarray(0, at), FORM.subarray(at)].filter(({ length }) => length > 0);
    expect(await toldOf(pieces), `cut at ${String(at)}`).toEqual(TOLD);
  }
  expect(await toldOf(Array.from(FORM, (byte) => Buffer.of(byte)))).toEqual(TOLD);
});

test('a form that breaks off is a problem, wherever it does', async () => {
  const end = FORM.indexOf('--b--') + '--b--'.length;
  for (let at = 1; at < end; at++) {
    expect((await toldOf([FORM.subarray(0, at)])).problems, `cut at ${String(at)}`).not.toEqual([]);
  }
});
