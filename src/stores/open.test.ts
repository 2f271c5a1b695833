import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDb } from './open.ts'

let root: string
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'farebox-open-'))))
afterEach(() => rm(root, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test.each(['new', 'there before, open to all'])(
  'only the owner can read the data: %s',
  async (kind) => {
    const dataDir = join(root, 'data')
    if (kind !== 'new') {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'farebox.db'), '')
      await chmod(join(dataDir, 'farebox.db'), 0o644)
      await chmod(dataDir, 0o755)
    }
    const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
    try {
      await db.batch([{ sql: 'create table t (a bigint)', values: [] }])
      expect(await modeOf(dataDir)).toBe('700')
      for (const file of ['farebox.db', 'farebox.db-wal', 'farebox.db-shm'])
        expect(await modeOf(join(dataDir, file)), file).toBe('600')
    } finally {
      await db.close()
    }
  },
)

test.each([
  ['/proc/x/y', 'ENOENT'],
  ['a file', 'EEXIST'],
  ['below a file', 'ENOTDIR'],
])('a folder that cannot be created is refused at once: %s', async (place, code) => {
  const file = join(root, 'file')
  await writeFile(file, '')
  const dataDir = { 'a file': file, 'below a file': join(file, 'data') }[place] ?? place
  const opening = openDb({ dataDir, now: Date.now, onError: () => {} })
  await expect(opening).rejects.toMatchObject({ code })
})

test('all missing parent folders are created', async () => {
  const dataDir = join(root, 'one', 'two', 'data')
  const db = await openDb({ dataDir, now: Date.now, onError: () => {} })
  await db.close()
  expect(await modeOf(dataDir)).toBe('700')
})
