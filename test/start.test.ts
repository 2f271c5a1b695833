import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from './support/server-process.ts'

// Not marked as long, though it is: each run tells whether the sources start at all, which load
// in another order and by other means in a process of their own.
test('the service starts from its sources, finds a tool and quotes it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-start-'))
  const server = await startServer({ DATA_DIR: dataDir })
  try {
    const found = await fetch(`${server.url}/api/find?q=sha256+of+a+text`)
    expect(await found.json()).toMatchObject({ results: [{ slug: 'hash' }, {}, {}, {}, {}] })
    const quoted = await fetch(`${server.url}/api/hash`, { method: 'POST', body: '{"text":"a"}' })
    expect(quoted.status).toBe(402)
  } finally {
    await server.kill()
    await rm(dataDir, { recursive: true })
  }
})
