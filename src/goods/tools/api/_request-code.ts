import type { CurlRequest } from '../../../engines/openapi/curl.ts'

/** A request as code that sends it. */

export type RequestParts = Pick<CurlRequest, 'method' | 'url' | 'headers' | 'body' | 'auth'>

const json = (value: unknown): string => JSON.stringify(value, null, 2)

function withBasic({ headers, auth }: RequestParts): Readonly<Record<string, string>> {
  if (!auth) return headers
  const pair = Buffer.from(`${auth.user}:${auth.password ?? ''}`).toString('base64')
  return { ...headers, authorization: `Basic ${pair}` }
}

/** One word of a POSIX shell. */
export const shellQuoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const lines = (all: readonly string[]): string => all.join(' \\\n  ')

export const CODE: Readonly<
  Record<'fetch' | 'python' | 'axios' | 'curl' | 'httpie', (request: RequestParts) => string>
> = {
  fetch: (request) =>
    `const response = await fetch(${json(request.url)}, ${json({
      method: request.method,
      headers: withBasic(request),
      ...(request.body !== null && { body: request.body }),
    })})`,
  axios: (request) =>
    `const response = await axios(${json({
      method: request.method.toLowerCase(),
      url: request.url,
      headers: withBasic(request),
      ...(request.body !== null && { data: request.body }),
    })})`,
  // A text of JSON is a text of Python too.
  python: ({ method, url, headers, body, auth }) =>
    [
      'import requests',
      '',
      'response = requests.request(',
      `    ${json(method)}, ${json(url)},`,
      `    headers=${json(headers).replaceAll('\n', '\n    ')},`,
      ...(body === null ? [] : [`    data=${json(body)}.encode(),`]),
      ...(auth ? [`    auth=(${json(auth.user)}, ${json(auth.password ?? '')}),`] : []),
      ')',
    ].join('\n'),
  curl: (request) =>
    lines([
      `curl -X ${request.method} ${shellQuoted(request.url)}`,
      ...Object.entries(withBasic(request)).map(
        ([name, value]) => `-H ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
      ),
      ...(request.body === null ? [] : [`--data-raw ${shellQuoted(request.body)}`]),
    ]),
  httpie: (request) =>
    lines([
      `http --ignore-stdin ${request.method} ${shellQuoted(request.url)}`,
      ...Object.entries(withBasic(request)).map(([name, value]) =>
        shellQuoted(value === '' ? `${name};` : `${name}:${value}`),
      ),
      ...(request.body === null ? [] : [`--raw ${shellQuoted(request.body)}`]),
    ]),
}
