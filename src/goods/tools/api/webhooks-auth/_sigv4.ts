import { createHash, createHmac } from 'node:crypto'

/** AWS Signature Version 4, as its documents and the suite of aws-c-auth have it. */

export interface Sigv4Request {
  readonly method: string
  /** The path as written in the request line. */
  readonly path: string
  readonly query: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

export interface Sigv4Options {
  readonly keyId: string
  readonly secret: string
  readonly region: string
  readonly service: string
  /** `20150830T123600Z` */
  readonly time: string
  /** Value of `x-amz-security-token`. */
  readonly token?: string | undefined
  /** S3 takes paths as they are, and hashes of bodies from a header. */
  readonly isS3: boolean
  readonly normalize?: boolean
  readonly signsBodyHeader?: boolean
  /** Signed into the query, for so many seconds. */
  readonly presignSeconds?: number | undefined
}

export interface Sigv4Signed {
  readonly canonicalRequest: string
  readonly stringToSign: string
  readonly signature: string
  /** Headers to send in addition to the given ones. */
  readonly headers: Readonly<Record<string, string>>
  /** The query of a presigned request, with its signature. */
  readonly query: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export function sigv4(request: Sigv4Request, options: Sigv4Options): Sigv4Signed {
  const { keyId, secret, region, service, time, token, isS3, presignSeconds } = options
  const isPresigned = presignSeconds !== undefined
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const bodyHash = isPresigned && isS3 ? 'UNSIGNED-PAYLOAD' : sha256(request.body)
  const own: Readonly<Record<string, string>> = isPresigned
    ? {}
    : {
        'x-amz-date': time,
        ...(token !== undefined && { 'x-amz-security-token': token }),
        ...((isS3 || options.signsBodyHeader) && { 'x-amz-content-sha256': bodyHash }),
      }
  const headers = canonicalHeaders([...request.headers, ...Object.entries(own)])
  const signed = headers.map(([name]) => name).join(';')
  const query = isPresigned
    ? [
        ...pairsOf(request.query),
        ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'] as const,
        ['X-Amz-Credential', `${keyId}/${scope}`] as const,
        ['X-Amz-Date', time] as const,
        ['X-Amz-Expires', String(presignSeconds)] as const,
        ...(token === undefined ? [] : [['X-Amz-Security-Token', token] as const]),
        ['X-Amz-SignedHeaders', signed] as const,
      ]
    : pairsOf(request.query)
  const canonicalQuery = query
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const canonicalRequest = [
    request.method,
    canonicalPath(request.path, isS3, options.normalize ?? !isS3),
    canonicalQuery,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    signed,
    bodyHash,
  ].join('\n')
  const stringToSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n')
  const key = [time.slice(0, 8), region, service, 'aws4_request'].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${secret}`,
  )
  const signature = hmac(key, stringToSign).toString('hex')
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${signed}, ` +
    `Signature=${signature}`
  return {
    canonicalRequest,
    stringToSign,
    signature,
    headers: isPresigned ? {} : { ...own, authorization },
    query: isPresigned ? `${canonicalQuery}&X-Amz-Signature=${signature}` : request.query,
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `+` does not stand for a space here, and bad escapes stay unchanged. */
const pairsOf = (query: string): readonly (readonly [string, string])[] =>
  query === ''
    ? []
    : query.split('&').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return [decodeUri(name), decodeUri(value)]
      })

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Sorted, in lower case, with runs of spaces as one space. */
function canonicalHeaders(all: Sigv4Request['headers']) {
  const byName = Map.groupBy(all, ([name]) => name.toLowerCase())
  return [...byName]
    .toSorted(([a], [b]) => order(a, b))
    .map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value.trim().replace(/\s+/g, ' '))
      return [name, values.join(',')] as const
    })
}

function canonicalPath(path: string, isS3: boolean, normalize: boolean): string {
  const parts = (path || '/').split('/')
  if (isS3) return parts.map((part) => encoded(decodeUri(part))).join('/')
  const kept = normalize ? withoutDots(parts) : parts
  return kept.map(encoded).join('/')
}

function withoutDots(parts: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (const part of parts) {
    if (part === '..') kept.pop()
    else if (part !== '.' && part !== '') kept.push(part)
  }
  const isFolder = /^\.{0,2}$/.test(parts.at(-1) ?? '') && kept.length > 0
  return ['', ...kept, ...(isFolder || kept.length === 0 ? [''] : [])]
}
