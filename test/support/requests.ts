import { randomUUID } from 'node:crypto'
import type { CallRequest } from '../../src/base/core/call.ts'

/** A call that did not come over HTTP. */
export function requestWith(
  headers: Readonly<Record<string, string>>,
  { path = '/api/fixture-quoted', body = '' } = {},
): CallRequest {
  return {
    id: randomUUID(),
    method: 'POST',
    path,
    query: '',
    header: (name) => headers[name],
    text: async () => body,
    client: '127.0.0.1',
    signal: new AbortController().signal,
  }
}
