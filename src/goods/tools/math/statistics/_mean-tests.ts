import { badInput } from '../../../../base/core/fault.ts'
import { fisher } from '../../../../engines/numbers/distributions/continuous.ts'
import { mean, median, spreadOf, sum } from '../../../../engines/numbers/moments.ts'
import {
  groupsIn,
  type Numbers,
  type Question,
  sample,
  sizeOf,
  studentInterval,
  studentTail,
  type Table,
  type TestVerdict,
} from './_verdict.ts'

/** Tests of means and of spreads: Student, Welch, analysis of variance, Brown and Forsythe. */

const INDEPENDENT = 'values are independent of each other'
const NORMAL = 'each sample is about normal, or large'

export function oneSample({ a, mu, tails }: Question): TestVerdict {
  return ofDifferences(sample('a', a), mu, tails, 'one-sample t-test', [INDEPENDENT, NORMAL])
}

export function paired({ a, b, mu, tails }: Question): TestVerdict {
  const [first, second] = [sample('a', a), sample('b', b)]
  if (first.length !== second.length) throw badInput('b: must have as many numbers as a')
  const apart = first.map((value, at) => value - (second[at] ?? 0))
  return ofDifferences(apart, mu, tails, 'paired t-test', [
    'pairs are independent of each other',
    'the differences are about normal, or many',
  ])
}

function ofDifferences(
  values: Numbers,
  mu: number,
  tails: Question['tails'],
  method: string,
  assumptions: readonly string[],
): TestVerdict {
  const { mean: centre, squares } = spreadOf(values)
  const df = values.length - 1
  const deviation = varying(Math.sqrt(squares / df))
  const error = deviation / Math.sqrt(values.length)
  const t = (centre - mu) / error
  return {
    statistic: t,
    df,
    pValue: studentTail(t, df, tails),
    effectSize: sizeOf('cohen-d', (centre - mu) / deviation),
    confidenceInterval: studentInterval(centre, error, df),
    method,
    assumptions,
  }
}

const varying = (deviation: number): number => {
  if (deviation === 0) throw badInput('a: must vary; all values or differences are equal')
  return deviation
}

export const twoSample = (question: Question): TestVerdict =>
  question.equalVariance ? pooled(question) : welch(question)

function pooled(question: Question): TestVerdict {
  const { n, m, apart, first, second } = bothOf(question)
  const df = n + m - 2
  const deviation = varying(Math.sqrt((first + second) / df))
  const error = deviation * Math.sqrt(1 / n + 1 / m)
  return {
    ...difference(question, apart, error, df, deviation),
    method: 'two-sample t-test, pooled variance',
    assumptions: [INDEPENDENT, NORMAL, 'both populations have the same variance'],
  }
}

export function welch(question: Question): TestVerdict {
  const { n, m, apart, first, second } = bothOf(question)
  const [shareA, shareB] = [first / (n - 1) / n, second / (m - 1) / m]
  const error = varying(Math.sqrt(shareA + shareB))
  const df = (shareA + shareB) ** 2 / (shareA ** 2 / (n - 1) + shareB ** 2 / (m - 1))
  const deviation = Math.sqrt((first + second) / (n + m - 2))
  return {
    ...difference(question, apart, error, df, deviation),
    method: 'Welch t-test, unequal variances',
    assumptions: [INDEPENDENT, NORMAL],
  }
}

function bothOf({ a, b }: Question) {
  const [one, other] = [sample('a', a), sample('b', b)]
  const [first, second] = [spreadOf(one), spreadOf(other)]
  return {
    n: one.length,
    m: other.length,
    apart: first.mean - second.mean,
    first: first.squares,
    second: second.squares,
  }
}

function difference(
  { mu, tails }: Question,
  apart: number,
  error: number,
  df: number,
  deviation: number,
) {
  const t = (apart - mu) / error
  return {
    statistic: t,
    df,
    pValue: studentTail(t, df, tails),
    effectSize: sizeOf('cohen-d', (apart - mu) / deviation),
    confidenceInterval: studentInterval(apart, error, df),
  }
}

export function anova({ groups }: Question): TestVerdict {
  return {
    ...betweenGroups(groupsIn(groups)),
    method: 'one-way analysis of variance',
    assumptions: [INDEPENDENT, 'each group is about normal', 'all groups have the same variance'],
  }
}

/** On the distances from the medians, which is robust against skewed groups. */
export function levene({ groups }: Question): TestVerdict {
  const distances = groupsIn(groups).map((group) => {
    const middle = median(group)
    return group.map((value) => Math.abs(value - middle))
  })
  return {
    ...betweenGroups(distances),
    method: 'Levene test from medians (Brown-Forsythe)',
    assumptions: [INDEPENDENT],
  }
}

function betweenGroups(groups: Table) {
  const all = mean(groups.flat())
  const spreads = groups.map((group) => ({ ...spreadOf(group), n: group.length }))
  const between = sum(spreads.map(({ mean: centre, n }) => n * (centre - all) ** 2))
  const within = sum(spreads.map(({ squares }) => squares))
  if (within === 0) throw badInput('groups: must vary inside at least one group')
  const df = groups.length - 1
  const df2 = groups.flat().length - groups.length
  const statistic = between / df / (within / df2)
  return {
    statistic,
    df,
    df2,
    pValue: fisher(df, df2).above(statistic),
    effectSize: sizeOf('eta-squared', between / (between + within)),
    confidenceInterval: [],
  }
}
