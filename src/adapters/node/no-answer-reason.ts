import { codeOf, describeError } from './error-text.js';

/** Why an HTTP request got no answer, in words, and what may help. */
export const noAnswerReason = (error: unknown): Readonly<{ given: string; advice?: string }> => {
  if (!(error instanceof Error)) return { given: describeError(error) };
  if (SPEAKS_NO_TLS.test(error.message)) {
    return { given: 'no TLS', advice: 'http:// rather than https://' };
  }
  return NO_ANSWER_REASONS[codeOf(error)] ?? { given: describeError(error) };
};

/** In the words of OpenSSL; node's code is that of every fault of the protocol. */
const SPEAKS_NO_TLS = /SSL routines:.*:(?:wrong version number|packet length too long)/;

const UNKNOWN_ISSUER = {
  given: 'a certificate of an unknown authority',
  advice: 'NODE_EXTRA_CA_CERTS: the file of its authority, PEM',
};

const NO_ANSWER_REASONS: Readonly<Record<string, Readonly<{ given: string; advice?: string }>>> = {
  ECONNRESET: { given: 'other side closed' },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID: { given: 'a certificate for other names than this host' },
};
