import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolders } from './_browser-folders.ts'
import { PROXY_USER, startBrowserProxy } from './_browser-proxy.ts'

describe('the folder from which a browser is run', () => {
  const uid = process.getuid?.() ?? 'user'

  test.each([
    ['others may write to', (path: string) => mkdir(path).then(() => chmod(path, 0o777))],
    ['leads elsewhere', (path: string) => symlink(tmpdir(), path)],
  ])('is not one that %s', async (_what, plant) => {
    const parent = await mkdtemp(join(tmpdir(), 'planted-'))
    await plant(join(parent, `farebox-${uid}`))
    await expect(createFolders(parent)).rejects.toMatchObject({ code: 'not_configured' })
  })

  test('is cleared of browsers whose process is gone', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'orphaned-'))
    const mine = await createFolders(parent)
    await mkdir(join(mine.cache, 'browser-of-999999999-abc', 'profile'), { recursive: true })
    const other = await createFolders(parent)
    expect(await readdir(mine.cache)).toHaveLength(2)
    await Promise.all([mine.drop(), other.drop()])
    expect(await readdir(mine.cache)).toEqual([])
  })
})

describe('the proxy', () => {
  /** A site, and a proxy that takes it for a public one. */
  async function road() {
    const site = createServer((asked, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.end(JSON.stringify(asked.headers))
    })
    site.listen(0, '127.0.0.1').unref()
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo
    const proxy = await startBrowserProxy(
      { mayReach: () => true, resolve: async () => ['127.0.0.1'], portOf: () => port },
      () => true,
    )
    return { proxy, port: Number(new URL(proxy.address).port) }
  }

  const authorization = (password: string) => ({
    'proxy-authorization': `Basic ${Buffer.from(`${PROXY_USER}:${password}`).toString('base64')}`,
  })

  async function got(port: number, headers: Record<string, string>): Promise<IncomingMessage> {
    const asked = request({ host: '127.0.0.1', port, path: 'http://site.example.com/', headers })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return response
  }

  test('refuses a client without a valid password', async () => {
    const { proxy, port } = await road()
    const pass = proxy.issue(1_000, () => {})
    const wrong = authorization(`${pass.password}x`)
    for (const headers of [{}, wrong]) expect((await got(port, headers)).statusCode).toBe(407)
    const tunnel = request({
      host: '127.0.0.1',
      port,
      method: 'CONNECT',
      path: 'a.example.com:443',
    })
    tunnel.end()
    const [answer] = (await once(tunnel, 'connect')) as [IncomingMessage]
    expect(answer.statusCode).toBe(407)
    pass.end()
    expect((await got(port, authorization(pass.password))).statusCode).toBe(407)
    await proxy.close()
  })

  test('passes on all headers except hop-by-hop ones, and counts the bytes', async () => {
    const { proxy, port } = await road()
    let spent = 0
    const pass = proxy.issue(600, () => void (spent += 1))
    const host = { host: 'site.example.com', 'x-mine': 'yes' }
    const response = await got(port, { ...authorization(pass.password), ...host })
    expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2'])
    const received = JSON.parse(String(Buffer.concat(await response.toArray()))) as object
    expect(received).toEqual({ ...host, connection: 'close' })
    expect(pass.isSpent).toBe(false)
    const long = { ...authorization(pass.password), 'x-long': 'x'.repeat(1_000) }
    await expect(got(port, long).then((answer) => answer.toArray())).rejects.toThrow()
    expect({ isSpent: pass.isSpent, spent }).toEqual({ isSpent: true, spent: 1 })
    await proxy.close()
  })
})
