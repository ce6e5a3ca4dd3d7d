import { codeOf, describeError } from './error-text.js';

/** What went wrong, in words, and what may help. */
type Reason = Readonly<{ given: string; advice?: string }>;

/** Why an HTTP request got no answer. */
export const noAnswerReason = (error: unknown): Reason => {
  if (!(error instanceof Error)) return { given: describeError(error) };
  if (codeOf(error) === 'ECONNRESET') return { given: 'other side closed' };
  return tlsReason(error) ?? { given: describeError(error) };
};

/** Why a connection with TLS did not come about; undefined for other errors. */
export const tlsReason = (error: Error): Reason | undefined =>
  SPEAKS_NO_TLS.test(error.message) ? NO_TLS : TLS_REASONS[codeOf(error)];

/** In the words of OpenSSL; node's code is that of every fault of the protocol. */
const SPEAKS_NO_TLS = /SSL routines:.*:(?:wrong version number|packet length too long)/;

const NO_TLS: Reason = { given: 'no TLS', advice: 'http:// rather than https://' };

const UNKNOWN_ISSUER: Reason = {
  given: 'a certificate of an unknown authority',
  advice: 'NODE_EXTRA_CA_CERTS: the file of its authority, PEM',
};

const TLS_REASONS: Readonly<Record<string, Reason>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID: { given: 'a certificate for other names than this host' },
};
