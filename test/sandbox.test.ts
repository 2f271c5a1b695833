import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../src/outside/net/request.ts'
import { answers } from '../src/service/sandbox/anvil.ts'
import { startSandbox, type Sandbox } from '../src/service/sandbox/sandbox.ts'

/** What a second start in one data folder does with the chains of the first. */
let dataDir: string
let client: Client
let first: Sandbox

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'farebox-sandbox-'))
  client = createClient({ policy: 'trusted' })
  first = await start()
  await first.publish('fbx_key')
})
afterEach(async () => {
  await first.stop()
  await client.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () =>
  startSandbox({ dataDir, anvilPath: null, path: process.env['PATH'] ?? '', tempo: false }, client)

async function ownedBy(owner: number): Promise<void> {
  const record = JSON.parse(await readFile(first.file, 'utf8')) as object
  await writeFile(first.file, JSON.stringify({ ...record, owner }))
}

const answersAt = ({ rpcUrl, network }: Sandbox) => answers(rpcUrl, network.chainId, client)

describe('a second start in one data folder', () => {
  test('does not touch the chain of a running process, also when it ends', async () => {
    await ownedBy(process.ppid)
    const second = await start()
    expect(second.rpcUrl).not.toBe(first.rpcUrl)
    await second.stop()
    expect(await answersAt(first)).toBe(true)
  })

  test('takes over the chain of a process that was killed', async () => {
    const killed = spawn(process.execPath, ['-e', ''])
    await once(killed, 'exit')
    await ownedBy(killed.pid ?? 0)
    const second = await start()
    expect(second.rpcUrl).toBe(first.rpcUrl)
    expect(second.creditsKey).toBe('fbx_key')
  })
})
