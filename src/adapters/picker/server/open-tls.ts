/** The certificate of a picker, and its key. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createSecureContext } from 'node:tls';
import type { GenerateResult } from 'selfsigned';
import { fault, type Fault } from '../../../core/codec/fault.js';
import { describeError } from '../../node/error-text.js';
import { loadPackage } from '../../node/load-package.js';
import { readTextFile } from '../../node/read-text-file.js';
import type { PickerSettings } from './picker-settings.js';

/** Key and certificate chain, PEM. */
export type KeyPair = Readonly<{ key: string; cert: string }>;

/** Makes or reads them; undefined where the picker speaks plain text. */
export const openTls = ({
  tls,
  tlsCert,
  tlsKey,
}: Pick<PickerSettings, 'tls' | 'tlsCert' | 'tlsKey'>): TE.TaskEither<
  readonly Fault[],
  KeyPair | undefined
> => {
  const given = [
    ...(tlsCert === undefined ? [] : ['--tls-cert']),
    ...(tlsKey === undefined ? [] : ['--tls-key']),
  ];
  if (tls !== 'files') {
    if (given.length > 0) return TE.left(given.map((flag) => unusedFile(flag, tls)));
    return tls === 'off' ? TE.right(undefined) : selfSigned();
  }
  if (tlsCert === undefined || tlsKey === undefined) return TE.left([filesMissing(given)]);
  return readPair(tlsCert, tlsKey);
};

const unusedFile = (flag: string, tls: string): Fault =>
  fault({
    code: 'invalid_value',
    path: flag,
    expected: 'no such file without --tls files',
    given: `--tls ${tls}`,
  });

const filesMissing = ([given]: readonly string[]): Fault =>
  fault({
    code: 'missing',
    path: '--tls files',
    expected: 'both --tls-cert and --tls-key',
    given: given === undefined ? 'neither' : `${given} alone`,
  });

/** Largest file of a key or certificate chain. */
const MAX_PEM_BYTES = 1024 * 1024;

const readPair =
  (certFile: string, keyFile: string): TE.TaskEither<readonly Fault[], KeyPair> =>
  async () => {
    const [cert, key] = await Promise.all([
      readTextFile(certFile, MAX_PEM_BYTES),
      readTextFile(keyFile, MAX_PEM_BYTES),
    ]);
    if (E.isLeft(cert) || E.isLeft(key)) {
      return E.left([cert, key].flatMap((one) => (E.isLeft(one) ? [one.left] : [])));
    }
    const pair = { cert: cert.right, key: key.right };
    try {
      createSecureContext(pair);
      return E.right(pair);
    } catch (error) {
      const expected = `a certificate chain and its private key, PEM (${certFile}, ${keyFile})`;
      const given = describeError(error);
      return E.left([fault({ code: 'invalid_value', path: '--tls files', expected, given })]);
    }
  };

type SelfSigned = Readonly<{
  generate: (
    attributes: readonly Readonly<{ name: string; value: string }>[],
    options: object,
  ) => Promise<GenerateResult>;
}>;

/** A year: a picker is started anew before that. */
const VALID_MS = 365 * 24 * 3_600_000;

/** Nobody checks it: it encrypts, and proves nothing. */
const selfSigned = (): TE.TaskEither<readonly Fault[], KeyPair> =>
  pipe(
    loadPackage<SelfSigned & Readonly<{ default?: SelfSigned }>>('selfsigned'),
    TE.mapLeft((missing) => [missing]),
    TE.chainTaskK((loaded) => async () => {
      const options = {
        ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
        notAfterDate: new Date(Date.now() + VALID_MS),
      };
      const names = [{ name: 'commonName', value: 'homeward-picker' }];
      const made = await (loaded.default ?? loaded).generate(names, options);
      return { key: made.private, cert: made.cert };
    }),
  );
