import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import { findSyntaxFault, type SyntaxFault } from '../../../core/codec/json-syntax.js';
import type { ListEntry } from './list-directory.js';
import { parseModelList } from './model-list-codec.js';

/**
 * Reads the text of a model file, or says everything that is wrong with it.
 *
 * The JSON parser's own message would quote the file, and the file may hold keys by mistake.
 */
export const parseModelFile = (text: string): E.Either<readonly Fault[], readonly ListEntry[]> => {
  const syntax = findSyntaxFault(text);
  return syntax === undefined ? parseModelList(JSON.parse(text)) : E.left([syntaxFault(syntax)]);
};

const syntaxFault = ({ line, column, expected, found }: SyntaxFault): Fault => {
  const path = `line ${String(line)}, column ${String(column)}`;
  const message = `${path}: expected ${expected}, given ${found}`;
  return { code: 'invalid_json', path, expected, given: found, message };
};
