/**
 * One stream of external processing, which is one HTTP request: reads what the proxy says, has a
 * backend picked, and tells the proxy where the request goes.
 *
 * The answer that names the backend is withheld while the request waits. Whatever the proxy sends
 * meanwhile is answered after it, in the order in which it came.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { SendOrder, SendOutcome } from '../../router/routing/outcomes.js';
import type { AcceptedRequest, OwnAnswer } from '../accept/port.js';
import type { CallListener, GrpcCall } from '../grpc/grpc-call.js';
import type { GrpcFault } from '../grpc/grpc-status.js';
import {
  BODY_MODES,
  type HttpBody,
  type HttpHeaders,
  type ProcessingRequest,
  type ProcessingResponse,
} from '../wire/messages.js';
import { immediateAnswer, patienceAnswer, responseAnswer, streamedBody } from './answers.js';
import { BodyIntake, type IntakeFault } from './body-intake.js';
import { Departure } from './departure.js';
import { destinationAnswers } from './destination.js';
import { allowedBySubset } from './endpoint-metadata.js';
import { endpointOf } from './endpoint.js';
import { changesBetween } from './header-mutation.js';
import { readBody, readRequest, readResponse, type InboundRequest } from './inbound.js';
import { answeredOutcome, GIVEN_UP, noEndpoint, servedBackend } from './outcomes.js';
import type { Opening, Pending, Phase } from './phases.js';
import type { StreamPorts } from './ports.js';
import { readOwnReply } from './proxy-reply.js';
import { bodyNotSent, refusedBody } from './refused-body.js';

export class PickerStream implements CallListener {
  #phase: Phase = 'opening';
  #opening: Opening | undefined;
  #intake: BodyIntake | undefined;
  /** The message that is answered with the backend. */
  #answers: 'requestHeaders' | 'requestBody' = 'requestHeaders';
  /** The body that the proxy has handed over and gets back. */
  #body: Buffer | undefined;
  #bodyEndsStream = true;
  #held: ProcessingResponse[] = [];
  #heldBytes = 0;
  #accepted: AcceptedRequest | undefined;
  #pending: Pending | undefined;
  #endResponse: (() => void) | undefined;
  #isHalfClosed = false;
  readonly #departure = new Departure();

  constructor(
    readonly ports: StreamPorts,
    readonly call: GrpcCall,
    readonly onEnd: (stream: PickerStream) => void,
  ) {
    call.limitSilence(ports.limits.silenceMs);
  }

  readonly onMessage = (bytes: Buffer): void => {
    if (this.#phase === 'over') return;
    let message: ProcessingRequest;
    try {
      message = this.ports.codec.decodeRequest(bytes);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#fail(`the message cannot be decoded: ${why}`);
      return;
    }
    // Whoever only observes wants no answers, and picks nothing.
    if (message.observabilityMode) this.call.finish('OK');
    else this.#take(message);
  };

  readonly onFault = ({ status, message }: GrpcFault): void => {
    if (status === 'RESOURCE_EXHAUSTED' && this.#phase === 'reading') this.#refuseBody('too_large');
    else this.call.finish(status, message);
  };

  readonly onHalfClose = (): void => {
    this.#isHalfClosed = true;
    if (this.#phase === 'reading') this.#fail('the stream ended within a request body');
    else if (this.#phase !== 'picking') this.call.finish('OK');
  };

  readonly onOver = (): void => {
    this.#giveUp('over');
    this.#endResponse?.();
    this.#end();
    this.onEnd(this);
  };

  /** Lets go of the request if its response is on its way: the proxy goes on without the picker. */
  release(): void {
    const isEchoing = this.#opening?.modes.response === BODY_MODES.FULL_DUPLEX_STREAMED;
    if (this.#phase === 'responding' && !isEchoing) this.call.finish('OK');
  }

  #take(message: ProcessingRequest): void {
    if (message.requestHeaders) this.#onRequestHeaders(message, message.requestHeaders);
    else if (message.requestBody) this.#onRequestBody(readBody(message.requestBody));
    else if (message.responseHeaders) this.#onResponseHeaders(message, message.responseHeaders);
    else if (message.responseBody) this.#onResponseBody(readBody(message.responseBody));
    else if (message.requestTrailers) this.#onRequestTrailers();
    else if (message.responseTrailers) this.#onResponseTrailers();
    else this.#fail('expected headers, a body or trailers, given none of them');
  }

  #onRequestHeaders(message: ProcessingRequest, headers: HttpHeaders): void {
    if (this.#phase !== 'opening') {
      this.#fail('expected the headers of a request once, given them again');
      return;
    }
    const { router, rules } = this.ports;
    const inbound = readRequest(headers);
    const modes = {
      request: message.protocolConfig?.requestBodyMode ?? BODY_MODES.BUFFERED,
      response: message.protocolConfig?.responseBodyMode ?? BODY_MODES.NONE,
    };
    const isAllowed = allowedBySubset(message);
    this.#opening = { inbound, arrivedMs: router.clock.nowMs(), modes, isAllowed };
    if (!inbound.hasBody || !rules.needsBody(inbound)) {
      this.#pick(undefined);
    } else if (modes.request === BODY_MODES.BUFFERED) {
      this.#answers = 'requestBody';
      this.#read(inbound);
    } else if (modes.request === BODY_MODES.FULL_DUPLEX_STREAMED) {
      this.#read(inbound);
    } else {
      this.#refuse(bodyNotSent(rules));
    }
  }

  /** Awaits the body, unless it is known to be too large, or of one who has no business here. */
  #read(inbound: InboundRequest): void {
    const { limits, budget, rules } = this.ports;
    this.#phase = 'reading';
    this.#intake = new BodyIntake(limits.maxBodyBytes, budget.open());
    const fault = this.#intake.faultOf(inbound.declaredBytes ?? 0);
    if (fault !== undefined) {
      this.#refuseBody(fault);
      return;
    }
    const admitted = rules.admit?.(inbound);
    if (admitted === undefined) this.#askForBody();
    else void admitted.then((answer) => this.#admit(answer));
  }

  #admit(answer: OwnAnswer | undefined): void {
    if (this.#phase === 'over') return;
    if (answer !== undefined && this.#phase === 'reading') this.#refuse(answer);
    else this.#askForBody();
  }

  /** A body that is buffered comes when the headers are answered. */
  #askForBody(): void {
    if (this.#answers === 'requestBody') this.#send({ requestHeaders: {} });
  }

  #onRequestBody({ body, endOfStream }: HttpBody): void {
    switch (this.#phase) {
      case 'opening':
        this.#fail('expected the headers of a request first, given a body');
        return;
      case 'reading':
        this.#takeBody(body, endOfStream || this.#answers === 'requestBody');
        return;
      case 'picking':
        this.#heldBytes += body.length;
        if (this.#heldBytes > this.ports.limits.maxBodyBytes) this.#refuseBody('too_large');
        else this.#passBody('requestBody', { body, endOfStream });
        return;
      default:
        this.#passBody('requestBody', { body, endOfStream });
    }
  }

  #takeBody(piece: Uint8Array, isLast: boolean): void {
    const intake = this.#intake!;
    const fault = intake.add(piece);
    if (fault !== undefined) this.#refuseBody(fault);
    else if (isLast) this.#pick(intake.take());
  }

  #onRequestTrailers(): void {
    if (this.#phase === 'opening') {
      this.#fail('expected the headers of a request first, given trailers');
      return;
    }
    if (this.#phase === 'reading') {
      this.#bodyEndsStream = false;
      this.#pick(this.#intake!.take());
    }
    this.#reply({ requestTrailers: {} });
  }

  #onResponseHeaders(message: ProcessingRequest, headers: HttpHeaders): void {
    if (this.#phase === 'responding') {
      this.#fail('expected the headers of a response once, given them again');
      return;
    }
    const accepted = this.#accepted;
    const pending = this.#pending;
    if (this.#phase !== 'picked' || accepted === undefined || pending === undefined) {
      // The proxy has answered by itself, without waiting for a backend.
      this.#giveUp('passing');
      this.#send({ responseHeaders: {} });
      return;
    }
    this.#phase = 'responding';
    this.#pending = undefined;
    this.call.limitSilence(undefined);
    const response = readResponse(headers);
    const ownReply = readOwnReply(message);
    if (ownReply !== undefined) {
      pending.settle(ownReply);
      this.#send({ responseHeaders: {} });
      return;
    }
    const servedBy = servedBackend(message, pending.order, accepted, this.ports.router.fleet);
    const ended = new Promise<void>((resolve) => (this.#endResponse = resolve));
    pending.settle(answeredOutcome(response, servedBy, ended));
    const client = accepted.responseHeaders(response, servedBy ?? pending.order.backend);
    this.#send(responseAnswer(changesBetween(response.headers, client)));
    if (headers.endOfStream) this.#endResponse?.();
    if (this.ports.isReleasing()) this.release();
  }

  #onResponseBody(body: HttpBody): void {
    if (this.#phase !== 'responding') this.#giveUp('passing');
    this.#passBody('responseBody', body);
    if (body.endOfStream) this.#endResponse?.();
  }

  #onResponseTrailers(): void {
    this.#giveUp('passing');
    this.#send({ responseTrailers: {} });
    this.#endResponse?.();
  }

  #passBody(kind: 'requestBody' | 'responseBody', { body, endOfStream }: HttpBody): void {
    const modes = this.#opening?.modes;
    const mode = kind === 'requestBody' ? modes?.request : modes?.response;
    if (mode !== BODY_MODES.FULL_DUPLEX_STREAMED) {
      this.#reply({ [kind]: {} });
      return;
    }
    for (const answer of streamedBody(kind, body, endOfStream)) this.#reply(answer);
  }

  #pick(body: Buffer | undefined): void {
    const { router, patience } = this.ports;
    this.#phase = 'picking';
    this.#body = body;
    this.call.limitSilence(undefined);
    patience.set(this.#askForPatience);
    this.#route(this.#opening!, body).catch((error: unknown) => {
      // A fault of our own: the proxy must not wait for it.
      router.telemetry.log.warn('upstream_error', { kind: 'bug', message: String(error) });
      patience.cancel(this.#askForPatience);
      this.call.finish('INTERNAL', 'the picker failed');
    });
  }

  async #route({ inbound, arrivedMs, isAllowed }: Opening, body: Buffer | undefined) {
    const { rules, router } = this.ports;
    const result = await rules.accept(inbound, body);
    if (result.kind === 'answered') {
      if (this.#phase === 'picking') this.#refuse(result.answer);
      return;
    }
    const accepted = result.request;
    this.#accepted = accepted;
    if (this.#phase !== 'picking') {
      this.#end();
      return;
    }
    const routed = await router.route(accepted.trusted, {
      arrivedMs,
      isAllowed,
      signal: this.#departure,
      traceHeaders: accepted.traceHeaders,
      canReplay: () => this.#phase === 'picking',
      send: this.#tellProxy,
    })();
    if (E.isRight(routed) || routed.left.kind === 'aborted') return;
    if (this.#isUndecided) this.#refuse(accepted.renderAnswer(routed.left));
  }

  /** Whether the proxy still waits for a backend. */
  get #isUndecided(): boolean {
    return this.#phase === 'picking';
  }

  readonly #askForPatience = (): void => {
    this.#send(patienceAnswer(this.ports.limits.patienceMs));
  };

  /** Sends the request by telling the proxy where to; resolves when there is a response. */
  readonly #tellProxy = (order: SendOrder): Promise<SendOutcome<undefined>> => {
    const endpoint = endpointOf(order.backend);
    if (endpoint === undefined) return Promise.resolve(noEndpoint(order.backend));
    if (!this.#isUndecided) return Promise.resolve(GIVEN_UP);
    this.#phase = 'picked';
    this.ports.patience.cancel(this.#askForPatience);
    this.#send(...this.#destination(order, endpoint), ...this.#held);
    this.#forgetBody();
    this.#held = [];
    if (this.#isHalfClosed) this.call.finish('OK');
    return new Promise((settle) => (this.#pending = { order, settle }));
  };

  #destination(order: SendOrder, endpoint: string): readonly ProcessingResponse[] {
    const { inbound, modes } = this.#opening!;
    const held = {
      inbound,
      modes,
      accepted: this.#accepted!,
      answers: this.#answers,
      body: this.#body,
      bodyEndsStream: this.#bodyEndsStream,
    };
    return destinationAnswers(held, order, endpoint, this.ports.limits.maxFallbacks);
  }

  #refuseBody(fault: IntakeFault): void {
    const { rules, limits } = this.ports;
    this.#refuse(refusedBody(rules, limits, fault));
  }

  #refuse(answer: OwnAnswer): void {
    this.#giveUp('passing');
    this.#send(immediateAnswer(answer));
    this.#end();
    this.call.finish('OK');
  }

  #fail(message: string): void {
    this.call.finish('INVALID_ARGUMENT', message);
  }

  /** Ends what has to do with picking; nothing is withheld any more. */
  #giveUp(phase: 'passing' | 'over'): void {
    if (this.#phase !== 'over') this.#phase = phase;
    this.ports.patience.cancel(this.#askForPatience);
    this.#held = [];
    this.#forgetBody();
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending === undefined && this.#endResponse !== undefined) return;
    this.#departure.abort();
    pending?.settle(GIVEN_UP);
  }

  #forgetBody(): void {
    this.#intake?.hold.release();
    this.#intake = undefined;
    this.#body = undefined;
  }

  #end(): void {
    this.#accepted?.end();
    this.#accepted = undefined;
  }

  #reply(response: ProcessingResponse): void {
    if (this.#isUndecided) this.#held.push(response);
    else this.#send(response);
  }

  #send(...responses: readonly ProcessingResponse[]): void {
    this.call.send(responses.map(this.ports.codec.encodeResponse));
  }
}
