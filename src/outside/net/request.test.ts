import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Fault } from '../../base/core/fault.ts'
import { createAgent } from './_agent.ts'
import { isPublicAddress } from './public-url.ts'
import { createClient, type RequestOptions } from './request.ts'

const PUBLIC_HERE = '127.0.0.1'
const SECRET_HERE = '127.0.0.2'
const allow = (ip: string) => ip === PUBLIC_HERE

const servers: net.Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    ;(server as Partial<Server>).closeAllConnections?.()
    server.close()
  }
})

async function listening(server: net.Server, host: string): Promise<number> {
  servers.push(server)
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A web server on loopback that remembers what it was asked. */
async function serve(answer: RequestListener, host = PUBLIC_HERE) {
  const asked: IncomingMessage[] = []
  const port = await listening(
    createServer((request, response) => {
      asked.push(request)
      answer(request, response)
    }),
    host,
  )
  return { url: `http://${host}:${port}`, port, asked }
}

/** Whatever it is asked, it says this, byte by byte, and is silent then. */
async function say(...words: readonly (string | Buffer)[]) {
  const port = await listening(
    net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => words.forEach((word) => socket.write(word)))
    }),
    PUBLIC_HERE,
  )
  return `http://${PUBLIC_HERE}:${port}`
}

const client = createClient({ allow, resolve: async () => [PUBLIC_HERE] })
afterAll(() => client.close())

const ask = (url: string, options?: RequestOptions) => client.request(url, options)

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const thrown = await work.then(
    () => new Error('it went well'),
    (thrown: unknown) => thrown,
  )
  if (thrown instanceof Fault) return thrown
  throw thrown
}

const codeOf = async (work: Promise<unknown>) => (await faultOf(work)).code

describe('a plain exchange', () => {
  test('answers status, headers, place and bytes', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.writeHead(418, { 'x-kind': 'teapot' }).end('short and stout')
    })
    const answer = await ask(`${url}/pot?x=1`)
    expect(answer).toMatchObject({ status: 418, url: `${url}/pot?x=1` })
    expect(answer.bytes.toString()).toBe('short and stout')
    expect(answer.headers.get('x-kind')).toBe('teapot')
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('sends method, headers and body as they are given', async () => {
    const { url, asked } = await serve((request, response) => void request.pipe(response))
    const headers = { 'User-Agent': 'mine', 'Accept-Encoding': 'zstd', 'X-Key': 'k' }
    const answer = await ask(url, { method: 'PUT', headers, body: 'hello' })
    expect(answer.bytes.toString()).toBe('hello')
    expect(asked[0]).toMatchObject({ method: 'PUT', url: '/' })
    expect(asked[0]?.headers).toMatchObject({
      accept: '*/*',
      'user-agent': 'mine',
      'accept-encoding': 'gzip, br',
      'x-key': 'k',
      'content-length': '5',
    })
  })

  test('can be read as a stream, and abandoned', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const { url } = await serve((_request, response) => {
      closed = once(response, 'close')
      const timer = setInterval(() => response.write('tick'), 10)
      response.on('close', () => clearInterval(timer))
    })
    const { status, chunks } = await client.stream(url)
    expect(status).toBe(200)
    for await (const chunk of chunks) {
      expect(Buffer.from(chunk).toString()).toMatch(/^(tick)+$/)
      break
    }
    await closed
  })
})

describe('the guard', () => {
  const secret = () => serve((_request, response) => response.end('secret'), SECRET_HERE)

  test.each([
    ['loopback', [SECRET_HERE]],
    ['a private network', ['10.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['loopback, mapped', ['::ffff:127.0.0.2']],
    ['loopback, of the sixth version', ['::1']],
    ['a public address and loopback', [PUBLIC_HERE, SECRET_HERE]],
    ['loopback and a public address', [SECRET_HERE, PUBLIC_HERE]],
    ['no address', ['nonsense']],
  ])('refuses a name that resolves to %s', async (_what, addresses) => {
    const { port, asked } = await secret()
    const web = createClient({ allow, resolve: async () => addresses })
    const fault = await faultOf(web.request(`http://rebind.example.com:${port}/`))
    expect(fault).toMatchObject({ code: 'bad_input', status: 400 })
    expect(fault.message).toBe('url: rebind.example.com is not on the public internet.')
    expect(asked).toHaveLength(0)
    await web.close()
  })

  test('connects to the address that it checked, though the name now has another', async () => {
    const { port, asked } = await secret()
    const shop = createServer((_request, response) =>
      response.writeHead(200, { connection: 'close' }).end('public'),
    )
    servers.push(shop)
    shop.listen(port, PUBLIC_HERE)
    await once(shop, 'listening')
    let lookups = 0
    const web = createClient({
      allow,
      resolve: async () => [lookups++ === 0 ? PUBLIC_HERE : SECRET_HERE],
    })
    const url = `http://rebind.example.com:${port}/`
    expect((await web.request(url)).bytes.toString()).toBe('public')
    expect(lookups).toBe(1)
    expect(await codeOf(web.request(url))).toBe('bad_input')
    expect(asked).toHaveLength(0)
    await web.close()
  })

  test.each([
    ['an address', (port: number) => `http://${SECRET_HERE}:${port}/`],
    ['a short spelling', (port: number) => `http://127.2:${port}/`],
    ['a number', (port: number) => `http://2130706434:${port}/`],
    ['a scheme-relative one', (port: number) => `//0x7f.2:${port}/`],
    ['localhost', (port: number) => `http://localhost:${port}/`],
    ['a name that resolves there', (port: number) => `http://inside.example.com:${port}/`],
    ['a mapped address', (port: number) => `http://[::ffff:127.0.0.2]:${port}/`],
    ['metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a file', () => 'file:///etc/passwd'],
    ['another scheme', () => 'gopher://example.com/'],
    ['a banned port', () => `http://${PUBLIC_HERE}:6379/`],
    ['a place with a password', () => `http://user:secret@${PUBLIC_HERE}/`],
    ['nonsense', () => 'http://['],
  ])('does not follow a redirect to %s', async (_what, location) => {
    const { port, asked } = await secret()
    const { url } = await serve((_request, response) =>
      response.writeHead(302, { location: location(port) }).end(),
    )
    const web = createClient({ allow, resolve: async () => [SECRET_HERE] })
    const fault = await faultOf(web.request(url))
    expect(fault).toMatchObject({ code: 'upstream_failed', status: 502 })
    expect(fault.message).toMatch(new RegExp(`^${url.slice(7)} redirects to `))
    expect(asked).toHaveLength(0)
    await web.close()
  })

  test('also checks addresses that were not part of a URL', async () => {
    const { port, asked } = await secret()
    const agent = createAgent({ mayReach: isPublicAddress, resolve: async () => [] })
    for (const host of [SECRET_HERE, '[::1]', '[::ffff:127.0.0.2]', '169.254.169.254']) {
      const answer = agent.request({ origin: `http://${host}:${port}`, path: '/', method: 'GET' })
      expect(await codeOf(answer)).toBe('bad_input')
    }
    expect(asked).toHaveLength(0)
    await agent.close()
  })

  test('refuses loopback unless it is allowed', async () => {
    const { url, asked } = await serve((_request, response) => response.end())
    const web = createClient()
    expect(await codeOf(web.request(url))).toBe('bad_input')
    expect(asked).toHaveLength(0)
    await web.close()
  })
})

describe('redirects', () => {
  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'POST', 'POST', 'body'],
    [302, 'PUT', 'PUT', 'body'],
    [303, 'PUT', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [302, 'GET', 'GET', ''],
  ] as const)('%i of %s is followed as %s', async (status, method, after, body) => {
    const { url, asked } = await serve((request, response) => {
      if (request.url === '/') response.writeHead(status, { location: 'next' }).end('moved')
      else request.pipe(response)
    })
    const answer = await ask(url, {
      method,
      headers: { 'content-type': 'text/plain', authorization: 'mine' },
      ...(method === 'POST' || method === 'PUT' ? { body: 'body' } : {}),
    })
    expect(answer.url).toBe(`${url}/next`)
    expect(answer.bytes.toString()).toBe(body)
    expect(asked[1]?.method).toBe(after)
    expect(asked[1]?.headers.authorization).toBe('mine')
  })

  test('another origin gets no credentials', async () => {
    const other = await serve((_request, response) => response.end())
    const { url } = await serve((_request, response) =>
      response.writeHead(307, { location: other.url }).end(),
    )
    const credentials = {
      Authorization: 'a',
      Cookie: 'b',
      'X-Api-Key': 'c',
      'PAYMENT-SIGNATURE': 'd',
    }
    await ask(url, { headers: { ...credentials, 'user-agent': 'mine', accept: 'text/html' } })
    expect(other.asked[0]?.headers).toEqual({
      host: other.url.slice(7),
      connection: 'keep-alive',
      accept: 'text/html',
      'accept-encoding': 'gzip, br',
      'user-agent': 'mine',
    })
  })

  test('a redirect loop ends', async () => {
    const { url, asked } = await serve((_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    expect(await codeOf(ask(url))).toBe('upstream_failed')
    expect(asked).toHaveLength(6)
    expect(await codeOf(ask(url, { redirectsMax: 1 }))).toBe('upstream_failed')
    expect(asked).toHaveLength(8)
  })

  test('none are followed with redirectsMax 0', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(301, { location: 'http://10.0.0.1/' }).end('moved'),
    )
    const answer = await ask(url, { redirectsMax: 0 })
    expect(answer).toMatchObject({ status: 301, url: `${url}/` })
    expect(answer.headers.get('location')).toBe('http://10.0.0.1/')
  })

  test('their bodies are not read without a limit', async () => {
    const { url } = await serve((request, response) => {
      if (request.url !== '/') return response.end('here')
      response.writeHead(302, { location: '/there' })
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    expect((await ask(url)).bytes.toString()).toBe('here')
  })
})

describe('bodies', () => {
  const MB = 1024 * 1024
  const zeros = Buffer.alloc(64 * MB)
  const text = Buffer.from('compressed text. '.repeat(1_000))

  test.each([
    ['gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['identity', text],
    ['br, gzip', gzipSync(brotliCompressSync(text))],
  ])('are decoded from %s', async (encoding, body) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    const { bytes } = await ask(url, { bytesMax: text.length })
    expect(bytes.equals(text)).toBe(true)
    expect(await codeOf(ask(url, { bytesMax: text.length - 1 }))).toBe('upstream_failed')
  })

  test.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('that decompress to too many bytes are stopped: %s', async (encoding, body) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    const before = process.memoryUsage().arrayBuffers
    const fault = await faultOf(ask(url, { bytesMax: MB }))
    expect(fault).toMatchObject({ code: 'upstream_failed', status: 502 })
    expect(fault.message).toBe(`${url.slice(7)} sends more than 1048576 bytes.`)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MB)
  })

  test.each([
    ['text', {}, Buffer.alloc(10_000, 'x')],
    // Blocks that hold nothing: however many come, not one byte is decoded.
    [
      'nothing, compressed',
      { 'content-encoding': 'gzip' },
      Buffer.from('000000ffff'.repeat(2_000), 'hex'),
    ],
  ])('without an end are stopped: %s', async (_what, headers, piece) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, headers)
      if ('content-encoding' in headers) response.write(gzipSync('').subarray(0, 10))
      const timer = setInterval(() => response.write(piece), 0)
      response.on('close', () => clearInterval(timer))
    })
    expect(await codeOf(ask(url, { bytesMax: 200_000 }))).toBe('upstream_failed')
  })

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
    ['GET', 200],
  ] as const)(
    'may be missing though they are said to be compressed: %s %i',
    async (method, status) => {
      const { url } = await serve((_request, response) =>
        response.writeHead(status, { 'content-encoding': 'gzip' }).end(),
      )
      expect(await ask(url, { method })).toMatchObject({ status, bytes: Buffer.alloc(0) })
    },
  )

  test.each([
    ['no gzip', 'gzip', 'plain text'],
    ['no brotli', 'br', 'plain text'],
    ['an unknown compression', 'zstd', 'x'],
    ['too many layers', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('x')))],
  ])('are refused: %s', async (_what, encoding, body) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    expect(await codeOf(ask(url))).toBe('upstream_failed')
  })
})

const hanging = () => serve(() => {})
const dripping = () =>
  serve((_request, response) => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
const slowHeaders = async () => ({ url: await say('HTTP/1.1 200 OK\r\nx-a: ') })

describe('time', () => {
  test.each([
    ['before the headers', hanging],
    ['within the headers', slowHeaders],
    ['within the body', dripping],
  ])('runs out %s', async (_when, start) => {
    const { url } = await start()
    const fault = await faultOf(ask(url, { timeoutMs: 150 }))
    expect(fault).toMatchObject({ code: 'upstream_timeout', status: 504 })
    expect(fault.message).toBe(`${url.slice(7)} took longer than 0.15 s.`)
  })

  test('runs out over redirects, each of them quick', async () => {
    const { url } = await serve((_request, response) =>
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60),
    )
    expect(await codeOf(ask(url, { timeoutMs: 150 }))).toBe('upstream_timeout')
  })

  test('runs out while a name resolves', async () => {
    const web = createClient({ allow, resolve: () => new Promise(() => {}) })
    const fault = await faultOf(web.request('http://slow.example.com/', { timeoutMs: 100 }))
    expect(fault).toMatchObject({ code: 'upstream_timeout', status: 504 })
    expect(fault.message).toBe('slow.example.com took longer than 0.1 s.')
  })

  test.each([
    ['before the headers', hanging],
    ['within the body', dripping],
  ])('ends when the caller leaves %s', async (_when, start) => {
    const { url, asked } = await start()
    const fault = await faultOf(ask(url, { signal: AbortSignal.timeout(100) }))
    expect(fault).toMatchObject({ code: 'caller_gone', message: 'The caller hung up.' })
    // A reset closes it as well, and `once` would take that for a failure.
    const { socket } = asked[0]!
    await new Promise((closed) => (socket.closed ? closed(null) : socket.on('close', closed)))
  })

  test('no request is sent for a caller who has left already', async () => {
    let lookups = 0
    const web = createClient({ allow, resolve: async () => [PUBLIC_HERE].slice(0, ++lookups) })
    const answer = web.request('http://example.com/', { signal: AbortSignal.abort() })
    expect(await codeOf(answer)).toBe('caller_gone')
    expect(lookups).toBe(0)
    await web.close()
  })
})

describe('failures', () => {
  test('nobody listens', async () => {
    const port = await listening(net.createServer(), PUBLIC_HERE)
    servers.pop()?.close()
    const fault = await faultOf(ask(`http://${PUBLIC_HERE}:${port}/`))
    expect(fault).toMatchObject({ code: 'upstream_unreachable', status: 503 })
    expect(fault.message).toBe(`${PUBLIC_HERE} could not be connected to (ECONNREFUSED).`)
  })

  test.each([
    ['fails', () => Promise.reject(new Error('SERVFAIL'))],
    ['finds nothing', () => Promise.resolve([])],
  ])('the look-up %s', async (_what, resolve) => {
    const web = createClient({ resolve })
    const fault = await faultOf(web.request('https://nowhere.example.com/'))
    expect(fault).toMatchObject({ code: 'upstream_unreachable', status: 503 })
    expect(fault.message).toBe('nowhere.example.com does not resolve to an address.')
  })

  test('no TLS is spoken', async () => {
    const { port } = await serve((_request, response) => response.end())
    expect(await codeOf(ask(`https://${PUBLIC_HERE}:${port}/`))).toBe('upstream_unreachable')
  })

  test.each([
    ['another protocol', ['SSH-2.0-OpenSSH_9.2\r\n']],
    ['nonsense', ['\0\x01\x02\x03'.repeat(100)]],
    ['too many headers', ['HTTP/1.1 200 OK\r\n', `x-a: ${'y'.repeat(1_000)}\r\n`.repeat(100)]],
    ['one header too large', [`HTTP/1.1 200 OK\r\nx-a: ${'y'.repeat(100_000)}\r\n\r\n`]],
    ['two lengths', ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx']],
    ['a broken chunk', ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhi\r\n']],
  ])('the answer is %s', async (_what, words) => {
    const fault = await faultOf(ask(await say(...words)))
    expect(fault).toMatchObject({ code: 'upstream_failed', status: 502 })
  })

  test.each([
    ['at once', ''],
    ['within the headers', 'HTTP/1.1 200 OK\r\nx-a: b'],
    ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\nhello'],
  ])('the connection is closed %s', async (_when, words) => {
    const port = await listening(
      net.createServer((socket) => socket.once('data', () => socket.end(words))),
      PUBLIC_HERE,
    )
    const fault = await faultOf(ask(`http://${PUBLIC_HERE}:${port}/`))
    expect(fault).toMatchObject({ code: 'upstream_failed', status: 502 })
  })

  test('no message shows more than the host', async () => {
    const secrets = { headers: { authorization: 'sesame', 'x-key': 'sesame' }, body: 'sesame' }
    const { url } = await serve((request, response) => {
      if (request.url?.startsWith('/loop'))
        response.writeHead(302, { location: '/loop?sesame' }).end()
      else if (request.url?.startsWith('/out'))
        response.writeHead(302, { location: 'http://10.0.0.1/?sesame' }).end()
      else if (request.url?.startsWith('/zip'))
        response.writeHead(200, { 'content-encoding': 'sesame' }).end()
      else if (request.url?.startsWith('/big')) response.end('x'.repeat(2_000))
      else if (request.url?.startsWith('/cut')) request.socket.destroy()
    })
    const options = { ...secrets, method: 'POST', timeoutMs: 200, bytesMax: 1_000 } as const
    const places = ['loop', 'out', 'zip', 'big', 'cut', 'hang'].map(
      (path) => `${url}/${path}?sesame`,
    )
    const refused = ['http://sesame:sesame@example.com/', 'http://10.0.0.1/?sesame', 'x:?sesame']
    for (const place of [...places, ...refused]) {
      const { message } = await faultOf(ask(place, options))
      expect(message).not.toContain('sesame')
    }
  })

  test('invalid headers are a bug, and not a fault', async () => {
    const { url } = await serve((_request, response) => response.end())
    await expect(ask(url, { headers: { 'x-a': 'b\r\nc: d' } })).rejects.toBeInstanceOf(TypeError)
  })
})

describe('a URL from the operator', () => {
  const trusted = createClient({ policy: 'trusted' })
  afterAll(() => trusted.close())

  test('may be private, by address and by name', async () => {
    const { port } = await serve((_request, response) => response.end('ours'))
    for (const host of [PUBLIC_HERE, 'localhost'])
      expect((await trusted.request(`http://${host}:${port}/`)).bytes.toString()).toBe('ours')
  })

  test('still has limits of size and time', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/big') response.end('x'.repeat(2_000))
    })
    expect(await codeOf(trusted.request(`${url}/big`, { bytesMax: 1_000 }))).toBe('upstream_failed')
    expect(await codeOf(trusted.request(url, { timeoutMs: 100 }))).toBe('upstream_timeout')
  })

  test('may redirect within itself, and not to its neighbours', async () => {
    const neighbour = await serve((_request, response) => response.end('secret'), SECRET_HERE)
    const { url } = await serve((request, response) => {
      const location = { '/in': '/there/', '/out': neighbour.url, '/file': 'file:///' }[
        request.url!
      ]
      if (location) response.writeHead(307, { location }).end()
      else response.end('ours')
    })
    expect((await trusted.request(`${url}/in`)).url).toBe(`${url}/there/`)
    expect(await codeOf(trusted.request(`${url}/out`))).toBe('upstream_failed')
    expect(await codeOf(trusted.request(`${url}/file`))).toBe('upstream_failed')
    expect(neighbour.asked).toHaveLength(0)
  })
})
