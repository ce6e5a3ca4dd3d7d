/** Path and query of a request, also of a request line that names the whole URL. */
export const originForm = (url: string): string => {
  if (url.startsWith('/')) return url;
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : `/${url}`;
};

/** The path and the query (without "?") of a request target. */
export const splitTarget = (target: string): Readonly<{ path: string; query: string }> => {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
};
