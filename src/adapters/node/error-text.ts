/** An error of any kind in words; some of Node's have a code and no message. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
};
