/** What an engine is called, made of the URL that its owner has typed. */
import { checkTravellingId } from '../../core/codec/text-check.js';
import { checkBaseUrl, plainBaseUrl } from '../fleet/document/base-url.js';

/**
 * The base URL that requests for `/v1/...` go below: clients are given URLs with `/v1` at their
 * end, and engines are often named by the same. Undefined when it is none.
 */
export const engineUrl = (text: string): string | undefined =>
  engineUrlProblem(text) === undefined ? plainEngineUrl(text) : undefined;

/** What a text would have to be to name an engine; undefined when it does. */
export const engineUrlProblem = (text: string): string | undefined => {
  if (/,(https?:|$)/i.test(text)) return SEVERAL;
  if (!/^https?:\/\//i.test(text)) {
    return checkBaseUrl(`http://${text}`) === undefined ? NO_SCHEME : NO_URL;
  }
  if (checkBaseUrl(text) !== undefined) return NO_URL;
  if (REQUEST_PATH.test(new URL(text).pathname)) return TOO_DEEP;
  return checkTravellingId(clusterIdOf(plainEngineUrl(text))) === undefined ? undefined : NO_URL;
};

const NO_URL = 'http or https URLs without user, query and fragment';
const NO_SCHEME = 'URLs that begin with http:// or https://';
const SEVERAL = 'each URL behind an --engine of its own, or URLs apart by spaces';
const TOO_DEEP = 'base URLs of engines, without the path of a request';
const REQUEST_PATH =
  /\/(v1\/(chat\/completions|completions|responses|messages|embeddings|models)|metrics|health)\/?$/;

const plainEngineUrl = (text: string): string => plainBaseUrl(text).replace(/\/v1$/, '');

/** Host, port and path of an engine: stable, so that memories shared by replicas agree. */
export const clusterIdOf = (url: string): string => url.replace(/^https?:\/\//, '');
