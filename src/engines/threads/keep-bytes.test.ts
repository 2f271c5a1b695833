import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepBytesIn } from './keep-bytes.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'keep-bytes-'))
  onTestFinished(async () => await rm(path, { recursive: true }))
  return path
}

const bytes = (text: string) => async () => Buffer.from(text)
const never = () => Promise.reject(new Error('made again'))

test('What is made once is read from then on', async () => {
  const keep = keepBytesIn(await folder())
  expect(String(await keep('image', '1', bytes('a')))).toBe('a')
  expect(String(await keep('image', '1', never))).toBe('a')
})

test('Another version is another file, and the former one goes', async () => {
  const path = await folder()
  await writeFile(join(path, 'other-1'), 'stays')
  const keep = keepBytesIn(path)
  await keep('image', '1', bytes('a'))
  expect(String(await keep('image', '2', bytes('b')))).toBe('b')
  expect((await readdir(path)).toSorted()).toEqual(['image-2', 'other-1'])
  expect(String(await keep('image', '2', never))).toBe('b')
})

test('What the disk has cut or changed is made again, and kept', async () => {
  const path = await folder()
  const keep = keepBytesIn(path)
  await keep('image', '1', bytes('good'))
  const file = join(path, 'image-1')
  const whole = await readFile(file)
  const changed = Buffer.from(whole).fill(0, whole.length - 1)
  for (const spoilt of [Buffer.alloc(0), whole.subarray(0, -1), changed, Buffer.from('good')]) {
    await writeFile(file, spoilt)
    expect(String(await keep('image', '1', bytes('good')))).toBe('good')
    expect(String(await keep('image', '1', never))).toBe('good')
  }
})

test('Where nothing can be kept, the bytes arrive', async () => {
  const file = join(await folder(), 'file')
  await writeFile(file, '')
  for (const none of [null, join(file, 'below')])
    expect(String(await keepBytesIn(none)('image', '1', bytes('a')))).toBe('a')
})
