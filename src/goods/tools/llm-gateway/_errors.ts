import type { RefusalShape } from '../../../base/core/tool.ts'
import type { WireName } from '../../../capabilities/llm/wires/policy.ts'

/** Errors in the form in which the clients of a wire look for their text. */

const FIELD = /^([a-z_]\w*(?:\.\w+)*): /i

const CODES: Readonly<Record<number, string>> = {
  402: 'payment_required',
  429: 'rate_limit_exceeded',
}

/** `{"error": {"message", "type", "param", "code"}}`, of OpenAI. */
export const openAiError: RefusalShape = ({ status, message, body }) => ({
  ...body,
  error: {
    message,
    type:
      status >= 500
        ? 'server_error'
        : status === 402
          ? 'insufficient_quota'
          : status === 429
            ? 'rate_limit_error'
            : 'invalid_request_error',
    param: FIELD.exec(message)?.[1] ?? null,
    code: CODES[status] ?? null,
  },
})

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

/** `{"type": "error", "error": {"type", "message"}}`, of Anthropic. */
const anthropicError: RefusalShape = ({ status, message, body }) => ({
  ...body,
  type: 'error',
  error: {
    type: TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
    message,
  },
})

export const errorsOf = (wire: WireName): RefusalShape =>
  wire === 'messages' ? anthropicError : openAiError
