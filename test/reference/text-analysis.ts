import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { ToolSpec } from '../../src/base/core/tool.ts'
import sentiment from '../../src/goods/tools/text/analyse/sentiment.ts'
import summarize from '../../src/goods/tools/text/analyse/summarize-extractive.ts'
import fuzzyMatch from '../../src/goods/tools/text/compare/fuzzy-match.ts'
import merge3 from '../../src/goods/tools/text/compare/merge3.ts'
import redact from '../../src/goods/tools/text/find/redact.ts'
import spellCheck from '../../src/goods/tools/text/find/spell-check.ts'
import unicodeInspect from '../../src/goods/tools/text/find/unicode-inspect.ts'
import { answer, comparison, has, plain, python, write } from './_compare.ts'

const SEED = 14
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count }).map((one) => plain(one) as T)
const all = (spec: ToolSpec, inputs: readonly object[]) =>
  Promise.all(inputs.map((input) => answer(spec, input)))

/**
 * Each word once, and without `but`, `never`, `least`, `without doubt` and signs that stand apart:
 * there NLTK goes other ways than the original program, whose port the library is.
 */
const MOODY =
  'the service was great good bad not very really extremely slow GREAT terrible love hate happy sad :) :( barely food staff'.split(
    ' ',
  )

async function compareSentiment(): Promise<void> {
  const { same, close } = comparison('sentiment with VADER of NLTK and its lexicon')
  const words = fc.uniqueArray(fc.constantFrom(...MOODY), { minLength: 1, maxLength: 8 })
  const texts = samples(words, 600).map((all) => all.join(' '))
  const lexicon = new URL('../../node_modules/vader-sentiment/vader_lexicon.txt', import.meta.url)
  const theirs = python(
    `from nltk.sentiment.vader import SentimentIntensityAnalyzer as S
import tempfile
f=tempfile.NamedTemporaryFile('w',suffix='.txt',delete=False,encoding='utf8'); f.write(data[1]); f.close()
s=S(lexicon_file='file:'+f.name)
print(json.dumps([s.polarity_scores(t) for t in data[0]]))`,
    [
      texts,
      readFileSync(lexicon, 'utf8')
        .split('\n')
        .filter((line) => line.includes('\t'))
        .join('\n'),
    ],
  ) as readonly Record<string, number>[]
  for (const [at, text] of texts.entries()) {
    const { compound, positive, negative, neutral } = await answer(sentiment, { text })
    const { compound: sum, pos, neg, neu } = theirs[at] ?? {}
    same({ text }, [compound, positive, negative, neutral], [sum, pos, neg, neu])
  }
  close()
}

async function compareSummaries(): Promise<void> {
  const { same, close } = comparison('summarize-extractive with PageRank of NetworkX')
  const word = fc.constantFrom(
    ...'tea coffee river boat stone green maple harbour storm'.split(' '),
  )
  const sentence = fc
    .array(word, { minLength: 3, maxLength: 8 })
    .map((words) => `${words.join(' ')}.`.replace(/^./, (one) => one.toUpperCase()))
  const texts = samples(fc.array(sentence, { minLength: 4, maxLength: 12 }), 60)
  const theirs = python(
    `from sklearn.feature_extraction.text import TfidfVectorizer
import networkx as nx, numpy as np
def one(l):
  m=TfidfVectorizer(token_pattern=r'[a-z]+').fit_transform(l); a=(m@m.T).toarray(); np.fill_diagonal(a,0)
  r=nx.pagerank(nx.from_numpy_array(a),alpha=.85,tol=1e-12,max_iter=1000)
  return [r[i] for i in range(len(l))]
print(json.dumps([one(l) for l in data]))`,
    texts,
  ) as readonly (readonly number[])[]
  for (const [at, sentences] of texts.entries()) {
    const found = await answer(summarize, { text: sentences.join(' '), sentences: 50 })
    const scores = (found['sentences'] as readonly { score: number }[]).map(({ score }) => score)
    const rounded = (numbers: readonly number[]) =>
      numbers.map((one) => Math.round(one * 1e4) / 1e4)
    same(sentences, rounded(scores), rounded(theirs[at] ?? []))
  }
  close()
}

async function compareMerges(): Promise<void> {
  const { same, close } = comparison('merge3 with git merge-file, where edits lie apart')
  const file = Array.from({ length: 30 }, (_, at) => `line ${at}`)
  const edit = fc.record({
    at: fc.integer({ min: 0, max: 9 }),
    kind: fc.constantFrom('change', 'drop', 'add'),
  })
  const cases = samples(
    fc.tuple(fc.array(edit, { maxLength: 3 }), fc.array(edit, { maxLength: 3 })),
    200,
  )
  const edited = (edits: readonly { at: number; kind: string }[], who: string, shift: number) =>
    `${file
      .flatMap((line, at) => {
        const one = edits.find((each) => each.at * 3 + shift === at)
        if (!one) return [line]
        return one.kind === 'drop' ? [] : one.kind === 'add' ? [line, who] : [who]
      })
      .join('\n')}\n`
  const inputs = cases.map(([ours, theirs], at) => ({
    base: `${file.join('\n')}\n`,
    ours: edited(ours, 'ours', 0),
    theirs: edited(theirs, 'theirs', at % 2 === 0 ? 0 : 1),
  }))
  const theirs = python(
    `import os,subprocess,tempfile
d=tempfile.mkdtemp()
def one(x):
  for n in ('base','ours','theirs'): open(os.path.join(d,n),'w').write(x[n])
  r=subprocess.run(['git','merge-file','-p','ours','base','theirs'],cwd=d,capture_output=True,text=True)
  return [r.returncode==0,r.stdout]
print(json.dumps([one(x) for x in data]))`,
    inputs,
  ) as readonly (readonly [boolean, string])[]
  for (const [at, found] of (await all(merge3, inputs)).entries()) {
    const [clean, text] = theirs[at] ?? [false, '']
    same(inputs[at], [found['clean'], clean ? found['text'] : ''], [clean, clean ? text : ''])
  }
  close()
}

async function compareMatches(): Promise<void> {
  const { same, close } = comparison('fuzzy-match with the Python original')
  const name = fc
    .array(
      fc.constantFrom(...'jon john smith smyth jane doe mary ann lee new york mets'.split(' ')),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((words) => words.join(' '))
  const pairs = samples(fc.tuple(name, name), 400)
  const theirs = python(
    `import difflib,sys
from fuzzywuzzy import fuzz
print(json.dumps([max(fuzz.token_sort_ratio(a,b,full_process=False),fuzz.token_set_ratio(a,b,full_process=False))/100 for a,b in data]))`,
    pairs,
  ) as readonly number[]
  for (const [at, [query, candidate]] of pairs.entries()) {
    const { matches } = await answer(fuzzyMatch, { query, candidates: [candidate], threshold: 0 })
    const [found] = matches as readonly { score: number }[]
    // The partial ratio of the original is that of difflib, which is not always the best one.
    same({ query, candidate }, (found?.score ?? 0) >= (theirs[at] ?? 1) - 0.011, true)
  }
  close()
}

async function compareCharacters(): Promise<void> {
  const { same, close } = comparison('unicode-inspect with unicodedata of Python')
  const points = samples(fc.integer({ min: 0, max: 0x2fa1d }), 6_000).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  )
  const theirs = python(
    `import unicodedata as u
print(json.dumps([[u.name(chr(c),None),u.category(chr(c))] for c in data]))`,
    points,
  ) as readonly (readonly [string | null, string])[]
  const known = points
    .map((point, at) => ({ point, told: theirs[at] }))
    .filter(({ told }) => told?.[0])
  for (const { point, told } of known) {
    const { characters } = await answer(unicodeInspect, { text: String.fromCodePoint(point) })
    const [found] = characters as readonly { name: string; category: string }[]
    same({ point: point.toString(16) }, [found?.name, found?.category], told)
  }
  close()
}

async function compareSpelling(): Promise<void> {
  const { same, close } = comparison('spell-check with hunspell')
  const words =
    'house receive recieve colour color center centre teh running ran happyness happiness walked wlaked children childs mice mouses unhappy unhappier lighthouse definately definitely tea teas organise organize'.split(
      ' ',
    )
  for (const [dialect, name] of [
    ['en-US', 'en_US'],
    ['en-GB', 'en_GB'],
  ] as const) {
    const theirs = python(
      `import subprocess
r=subprocess.run(['hunspell','-d',data[1],'-l'],input='\\n'.join(data[0]),capture_output=True,text=True)
print(json.dumps(r.stdout.split()))`,
      [words, name],
    )
    const { misspelled } = await answer(spellCheck, { text: words.join(' '), dialect })
    const ours = (misspelled as readonly { word: string }[]).map(({ word }) => word)
    for (const word of words)
      same({ word, dialect }, ours.includes(word), (theirs as string[]).includes(word))
  }
  close()
}

async function compareNumbers(): Promise<void> {
  const { same, close } = comparison('redact of cards and IBANs with check digits of Python')
  const digits = samples(fc.integer({ min: 4e15, max: 5.6e15 }), 400).map(String)
  const theirs = python(
    `def luhn(n):
  s=0
  for i,c in enumerate(reversed(n)):
    v=int(c)*(1+i%2); s+=v-9 if v>9 else v
  return s%10==0
print(json.dumps([luhn(n) for n in data]))`,
    digits,
  ) as readonly boolean[]
  for (const [at, text] of digits.entries()) {
    const found = await answer(redact, { text, kinds: ['card'] })
    // A part of a wrong number can be a right one: then that is what is taken out.
    same({ text }, found['text'] === '[CARD]', theirs[at])
  }
  close()
}

await compareNumbers()
if (has('git')) await compareMerges()
if (has('hunspell', '-v')) await compareSpelling()
else write('hunspell is not installed')
const needed = 'nltk, networkx, sklearn, fuzzywuzzy'
if (has('python3', '-c', `import ${needed}`)) {
  await compareSentiment()
  await compareSummaries()
  await compareMatches()
} else write(`python3 with ${needed} is not installed`)
await compareCharacters()
