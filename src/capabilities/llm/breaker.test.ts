import { describe, expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

const NAME = 'openai gpt'

function failing(times: number) {
  const breaker = createBreaker()
  for (let at = 0; at < times; at += 1) {
    breaker.began(NAME)
    breaker.failed(NAME, 0)
  }
  return breaker
}

describe('a breaker', () => {
  test('rests for 30 s after three failures in a row', () => {
    expect(failing(2).mayTry(NAME, 0)).toBe(true)
    const breaker = failing(3)
    expect(breaker.mayTry(NAME, 29_999)).toBe(false)
    expect(breaker.mayTry(NAME, 30_000)).toBe(true)
  })
  test('counts from the start after a success', () => {
    const breaker = failing(2)
    breaker.succeeded(NAME)
    breaker.failed(NAME, 0)
    expect(breaker.mayTry(NAME, 0)).toBe(true)
  })
  test('lets one call at a time try what has rested', () => {
    const breaker = failing(3)
    breaker.began(NAME)
    expect(breaker.mayTry(NAME, 30_000)).toBe(false)
    breaker.succeeded(NAME)
    expect(breaker.mayTry(NAME, 30_000)).toBe(true)
  })
  test('rests twice as long when the try fails', () => {
    const breaker = failing(3)
    breaker.began(NAME)
    breaker.failed(NAME, 30_000)
    expect(breaker.mayTry(NAME, 89_999)).toBe(false)
    expect(breaker.mayTry(NAME, 90_000)).toBe(true)
  })
  test('is tried again when the caller of the try has left', () => {
    const breaker = failing(3)
    breaker.began(NAME)
    breaker.abandoned(NAME)
    expect(breaker.mayTry(NAME, 30_000)).toBe(true)
  })
  test('may be asked about without being tried', () => {
    const breaker = failing(3)
    expect(breaker.mayTry(NAME, 30_000)).toBe(true)
    expect(breaker.mayTry(NAME, 30_000)).toBe(true)
  })
})
