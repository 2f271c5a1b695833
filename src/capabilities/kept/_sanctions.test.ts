/** @module-tag long */
import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { collect } from '../../engines/threads/garbage.ts'
import { createParties, owned } from './_sanctions.ts'

const MB = 1024 * 1024
const PIECES = 100

test('parties and texts keep nothing of the pieces of a file that they were cut out of', () => {
  const parties = createParties()
  const texts: string[] = []
  collect()
  const before = getHeapStatistics().used_heap_size
  for (let at = 0; at < PIECES; at += 1) {
    const piece = `${at} Somebody with a long name ${'x'.repeat(MB)}`
    const name = Buffer.from(piece).toString('latin1').slice(0, 25)
    const [programs, birthDate, countries] = [[name], null, []]
    const names = [{ text: name, isWeak: false }]
    parties.add({
      entry: {
        uid: `${at}`,
        kind: null,
        names,
        programs,
        birthDate,
        countries,
      },
    })
    texts.push(owned(name))
  }
  collect()
  expect((getHeapStatistics().used_heap_size - before) / MB).toBeLessThan(PIECES / 10)
  expect(parties.count + texts.length).toBe(2 * PIECES)
  expect([...parties].at(7)?.entry.names[0]?.text).toBe('7 Somebody with a long nam'.slice(0, 25))
})
