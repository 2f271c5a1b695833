import { badInput } from '../../base/core/fault.ts'
import { excerpt } from '../../base/lib/bytes.ts'

/** Options of curl, with their effect on the request. Those with `+` take a value. */
const OPTIONS: Readonly<Record<string, string>> = {
  '-X': 'method+',
  '--request': 'method+',
  '-H': 'header+',
  '--header': 'header+',
  '-d': 'data+',
  '--data': 'data+',
  '--data-ascii': 'data+',
  '--data-raw': 'raw+',
  '--data-binary': 'binary+',
  '--data-urlencode': 'urlencode+',
  '--json': 'json+',
  '-F': 'form+',
  '--form': 'form+',
  '-u': 'user+',
  '--user': 'user+',
  '--oauth2-bearer': 'bearer+',
  '-A': 'agent+',
  '--user-agent': 'agent+',
  '-e': 'referer+',
  '--referer': 'referer+',
  '-b': 'cookie+',
  '--cookie': 'cookie+',
  '--url': 'url+',
  '-G': 'get',
  '--get': 'get',
  '-I': 'head',
  '--head': 'head',
  '--compressed': 'compressed',
  '-L': 'ignored',
  '--location': 'ignored',
  '-s': 'ignored',
  '--silent': 'ignored',
  '-S': 'ignored',
  '--show-error': 'ignored',
  '-v': 'ignored',
  '--verbose': 'ignored',
  '-i': 'ignored',
  '--include': 'ignored',
  '-f': 'ignored',
  '--fail': 'ignored',
  '-g': 'ignored',
  '--globoff': 'ignored',
  '-N': 'ignored',
  '--no-buffer': 'ignored',
  '--http1.1': 'ignored',
  '--http2': 'ignored',
  '-k': 'insecure',
  '--insecure': 'insecure',
  '-o': 'told+',
  '--output': 'told+',
  '-m': 'told+',
  '--max-time': 'told+',
  '--connect-timeout': 'told+',
  '--retry': 'told+',
  '-x': 'told+',
  '--proxy': 'told+',
  '-T': 'told+',
  '--upload-file': 'told+',
  '-E': 'told+',
  '--cert': 'told+',
  '--key': 'told+',
  '--cacert': 'told+',
  '-w': 'told+',
  '--write-out': 'told+',
  '-c': 'told+',
  '--cookie-jar': 'told+',
  '--resolve': 'told+',
}

export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | null
  readonly auth: { readonly user: string; readonly password: string | null } | null
}

/** Splits options and their values. Short ones may be joined, as in -sSL and -XPOST. */
function optionsOf(given: readonly string[]): readonly (readonly [string, string, string])[] {
  const words = [...given]
  const found: (readonly [string, string, string])[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') || word === '-') {
      found.push(['url', '--url', word])
      continue
    }
    const isLong = word.startsWith('--')
    const [name = '', attached] = isLong ? word.split(/=(.*)/s) : [word.slice(0, 2), word.slice(2)]
    const meaning = OPTIONS[name]
    if (meaning === undefined) {
      found.push(['unknown', name, ''])
      continue
    }
    if (meaning.endsWith('+')) {
      const isApart = attached === undefined || attached === ''
      const value = isApart ? words[at + 1] : attached
      if (value === undefined) throw badInput(`command: ${name} must be followed by a value`)
      if (isApart) at += 1
      found.push([meaning.slice(0, -1), name, value])
    } else {
      found.push([meaning, name, ''])
      if (!isLong && attached) words.splice(at + 1, 0, `-${attached}`)
    }
  }
  return found
}

export function readCurl(words: readonly string[]): {
  readonly request: CurlRequest
  readonly warnings: string[]
} {
  const options = optionsOf(words)
  const all = (kind: string) => options.flatMap(([one, , value]) => (one === kind ? [value] : []))
  const has = (kind: string) => options.some(([one]) => one === kind)
  const warnings = options.flatMap(([kind, name, value]) => {
    if (kind === 'unknown') return [`${name} is not understood`]
    if (kind === 'told') return [`${name} is no part of the request`]
    if (kind === 'insecure') return [`${name} turns off the check of certificates`]
    const isFile = /^(data|binary|form)$/.test(kind) && /^@|=@/.test(value)
    return isFile ? [`${value.slice(0, 60)} is a file, which is not read`] : []
  })
  const [given, more] = all('url')
  if (given === undefined) throw badInput('command: has no address')
  if (more !== undefined) warnings.push('only the first address is taken')
  const url = URL.parse(/^[a-z][\w+.-]*:\/\//i.test(given) ? given : `http://${given}`)
  if (!url) throw badInput(`command: ${excerpt(given)} is no address`)
  const pieces = options.flatMap(([kind, , value]) => {
    if (kind === 'data') return [value.replace(/[\r\n]/g, '')]
    if (kind === 'raw' || kind === 'binary' || kind === 'json') return [value]
    return kind === 'urlencode' ? [encoded(value)] : []
  })
  const body = pieces.length === 0 ? null : pieces.join(has('json') ? '' : '&')
  if (has('get') && body !== null) url.search += `${url.search === '' ? '' : '&'}${body}`
  const sent = has('get') ? null : body
  if (has('form')) warnings.push('a form of several parts is not written out')
  const headers = headersOf(options, sent !== null, has('json'))
  const isPost = sent !== null || has('form')
  const method = all('method').at(-1) ?? (has('head') ? 'HEAD' : isPost ? 'POST' : 'GET')
  const auth = authOf(all('user').at(-1) ?? userOf(url))
  url.username = ''
  url.password = ''
  url.hash = ''
  const request = { method, url: url.href, headers, query: queryOf(url), body: sent, auth }
  return { request, warnings }
}

/** The user and password in front of the host, escaped. */
function userOf(url: URL): string | undefined {
  if (url.username === '') return undefined
  try {
    return decodeURIComponent(`${url.username}:${url.password}`)
  } catch {
    throw badInput('command: the user in front of the host is badly escaped')
  }
}

const authOf = (given: string | undefined): CurlRequest['auth'] => {
  if (given === undefined) return null
  const [user = '', password] = given.split(/:(.*)/s)
  return { user, password: password ?? null }
}

/** `name=content`, of which curl escapes the content. */
function encoded(value: string): string {
  const equals = value.indexOf('=')
  if (equals < 0) return encodeURIComponent(value)
  const name = value.slice(0, equals)
  const content = encodeURIComponent(value.slice(equals + 1))
  return name === '' ? content : `${name}=${content}`
}

function headersOf(
  options: readonly (readonly [string, string, string])[],
  hasBody: boolean,
  isJson: boolean,
): Readonly<Record<string, string>> {
  const headers = new Map<string, string>()
  if (isJson) headers.set('content-type', 'application/json').set('accept', 'application/json')
  else if (hasBody) headers.set('content-type', 'application/x-www-form-urlencoded')
  for (const [kind, , value] of options) {
    if (kind === 'agent') headers.set('user-agent', value)
    if (kind === 'referer') headers.set('referer', value)
    if (kind === 'cookie' && value.includes('=')) headers.set('cookie', value)
    if (kind === 'bearer') headers.set('authorization', `Bearer ${value}`)
    if (kind === 'compressed') headers.set('accept-encoding', 'gzip, deflate, br')
    if (kind !== 'header') continue
    const [name = '', content] = value.split(/:(.*)/s)
    const key = name.trim().toLowerCase()
    // `Name:` removes a header, `Name;` sends it empty.
    if (content === undefined && value.endsWith(';')) headers.set(key.replace(/;$/, ''), '')
    else if (content === undefined || content.trim() === '') headers.delete(key)
    else headers.set(key, content.trim())
  }
  return Object.fromEntries(headers)
}

function queryOf(url: URL): Readonly<Record<string, string | readonly string[]>> {
  const names = [...new Set(url.searchParams.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
