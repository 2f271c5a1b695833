import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../outside/net/request.ts'
import { rpc, startAnvil } from './anvil.ts'

const ANVIL = createRequire(import.meta.url).resolve(
  `@foundry-rs/anvil-linux-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/anvil`,
)
const client = createClient({ policy: 'trusted' })
const path = process.env['PATH'] ?? ''

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-anvil-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** An anvil that ends at its first starts, as where its port is taken. */
async function failing(name: string, times: number) {
  const binary = join(folder, name)
  const starts = join(folder, `${name}.starts`)
  const text = `#!/bin/sh
echo start >> '${starts}'
[ "$(wc -l < '${starts}')" -gt ${times} ] || exit 1
exec '${ANVIL}' "$@"
`
  await writeFile(binary, text, { mode: 0o755 })
  return { binary, starts: async () => (await readFile(starts, 'utf8')).split('start').length - 1 }
}

test('a chain whose port is taken meanwhile starts on another one', async () => {
  const { binary, starts } = await failing('twice', 2)
  const anvil = await startAnvil({ chainId: 31337, binary, path }, client)
  expect(await rpc(client, anvil.url, 'eth_chainId')).toBe('0x7a69')
  expect(await starts()).toBe(3)
  await anvil.stop()
})

test('a chain that never starts is given up, and says how it ended', async () => {
  const { binary, starts } = await failing('always', 9)
  const started = startAnvil({ chainId: 31337, binary, path }, client)
  await expect(started).rejects.toThrow('anvil ended with 1')
  expect(await starts()).toBe(3)
})
