/** An error of any kind in words; some of Node's have a code and no message. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return error === undefined ? NOT_TOLD : String(error);
  return error.message || codeOf(error) || error.name || NOT_TOLD;
};

const NOT_TOLD = 'an error without a message';

/**
 * The code of an error of Node's. Empty when there is none; some errors have the property and no
 * value in it.
 */
export const codeOf = (error: Error): string =>
  'code' in error && error.code !== undefined ? String(error.code) : '';

/** Why a file cannot be read, as the end of a sentence. */
export const readReason = (error: unknown): string => {
  const code = error instanceof Error ? codeOf(error) : '';
  return READ_REASONS[code] ?? describeError(error);
};

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  EACCES: 'permission denied',
};
