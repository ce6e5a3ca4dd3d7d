import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../../core/config/config.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import {
  checkFormat,
  resolveExpression,
  type ExpressionRejection,
  type ParsedExpression,
  type ResolvedExpression,
} from '../../../expression/index.js';
import { failure, reportFailure, type Failure } from '../input/failure.js';
import { readInput } from '../input/read-input.js';
import { acceptedJson, rejectedJson, wellFormedJson } from './verdict-json.js';
import { acceptedText, rejectedText, wellFormedText } from './verdict-text.js';

type Options = Readonly<{
  config: string | undefined;
  model: string | undefined;
  json: boolean;
}>;

/**
 * Prints the verdict on an expression: on its format only, or, with a model, on its meaning too.
 *
 * Exit status 0 when it is accepted, 1 when it is refused, 2 when the lb-config is unusable.
 */
export const checkExpression = (
  text: string,
  { config, model, json }: Options,
): Promise<void> | void => {
  if (model === undefined) {
    printFormat(text, checkFormat(text), json);
    return;
  }
  return pipe(
    config === undefined ? TE.right(DEFAULT_LB_CONFIG) : readLbConfig(config),
    TE.match(reportFailure, (lbConfig) => {
      printMeaning(text, resolveExpression(lbConfig, model, text), json);
    }),
  )();
};

const readLbConfig = (file: string): TE.TaskEither<Failure, LbConfig> =>
  pipe(
    readInput(file, (json) => parseLbConfig(json)),
    TE.bimap(
      ({ messages }) => failure(2, ...messages),
      ({ config }) => config,
    ),
  );

const printFormat = (
  text: string,
  parsed: E.Either<ExpressionRejection, ParsedExpression>,
  json: boolean,
): void => {
  if (E.isLeft(parsed)) printRejection(text, parsed.left, json);
  else console.log(json ? wellFormedJson(parsed.right) : wellFormedText(parsed.right));
};

const printMeaning = (
  text: string,
  resolved: E.Either<ExpressionRejection, ResolvedExpression>,
  json: boolean,
): void => {
  if (E.isLeft(resolved)) printRejection(text, resolved.left, json);
  else console.log(json ? acceptedJson(resolved.right) : acceptedText(resolved.right));
};

const printRejection = (text: string, rejection: ExpressionRejection, json: boolean): void => {
  process.exitCode = 1;
  console.log(json ? rejectedJson(rejection) : rejectedText(text, rejection));
};
