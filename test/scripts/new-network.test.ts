/** @module-tag long */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/calls.ts'
import { PAY_TO } from '../support/chain.ts'
import { ROOT } from '../support/conventions/source.ts'
import { serveFacilitator, type FacilitatorServer } from '../support/facilitator-server.ts'

/** What the row of a network is: data in one file. */
const ROW = `  evm(8888, 'Newcomer', '0x1111111111111111111111111111111111111111', 'New Dollar', {
    facilitator: 'https://facilitator.example',
    wallets: true,
    mpp: true,
  }),
`
const ID = 'eip155:8888'
const LINKED = ['node_modules', 'package.json', 'docs']

let root: string
let facilitator: FacilitatorServer

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-network-'))
  await mkdir(join(root, 'data'))
  await cp(join(ROOT, 'src'), join(root, 'src'), { recursive: true })
  for (const path of LINKED) await symlink(join(ROOT, path), join(root, path))
  const file = join(root, 'src/outside/chains/networks.ts')
  const rows = 'export const NETWORKS: readonly Network[] = [\n'
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(rows, rows + ROW))
  facilitator = await serveFacilitator({ network: ID, facilitator: null as never })
})
afterAll(async () => {
  await facilitator.close()
  await rm(root, { recursive: true })
})

test('a new network is one row: it is offered over x402 and MPP, and named', async () => {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: join(root, 'data'),
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'error',
    PAY_TO,
    NETWORKS: ID,
    FACILITATOR_URL: facilitator.url,
    TEMPO_RPC_URL: 'http://127.0.0.1:9',
  }
  const server = spawn(process.execPath, ['src/main.ts'], { cwd: root, env })
  const banner: string[] = []
  let url = ''
  for await (const line of createInterface(server.stdout)) {
    banner.push(line)
    url = / at (http:[\w./:-]+\w)/.exec(line)?.[1] ?? url
    if (line.includes('Try it')) break
  }
  expect(banner.join('\n')).toContain(`Newcomer (${ID}): settled by 127.0.0.1:`)
  for (const path of ['/api/hash', '/api/memory/incr']) {
    const { status, headers } = await call({ url }, path, { body: {} })
    expect([path, status]).toEqual([path, 402])
    const { accepts } = decodePaymentRequiredHeader(String(headers['payment-required']))
    expect(accepts).toMatchObject([{ network: ID, extra: { name: 'New Dollar', version: '2' } }])
    expect(String(headers['www-authenticate'])).toContain('method="evm"')
  }
  const { body } = await call({ url }, '/.well-known/x402')
  expect(JSON.stringify(body['payment'])).toContain('Newcomer')
  server.kill('SIGTERM')
  await once(server, 'exit')
}, 90_000)
