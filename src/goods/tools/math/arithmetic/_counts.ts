/** n (n - 1) ... (n - k + 1): ordered choices of k of n. */
export function permutations(n: number, k: number): bigint {
  return k > n ? 0n : product(n - k + 1, n)
}

/** Choices of k of n without order. */
export function combinations(n: number, k: number): bigint {
  if (k > n) return 0n
  const few = Math.min(k, n - k)
  return product(n - few + 1, n) / product(1, few)
}

export function multinomial(parts: readonly number[]): bigint {
  let [total, count] = [0, 1n]
  for (const part of parts) {
    total += part
    count *= combinations(total, part)
  }
  return count
}

/** By halves, because multiplying numbers of similar length is fastest. */
function product(from: number, to: number): bigint {
  if (from > to) return 1n
  if (to - from < 8) {
    let result = 1n
    for (let factor = from; factor <= to; factor += 1) result *= BigInt(factor)
    return result
  }
  const middle = Math.floor((from + to) / 2)
  return product(from, middle) * product(middle + 1, to)
}
