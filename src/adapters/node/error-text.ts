/** An error of any kind in words; some of Node's have a code and no message. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
};

/** Why a file cannot be read, as the end of a sentence. */
export const readReason = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return READ_REASONS[code] ?? describeError(error);
};

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  EACCES: 'permission denied',
};
