import type { RequestListener } from 'node:http'
import type { PDFDocument } from '@cantoo/pdf-lib'
import { block, shortFormPdf, pdfOf } from '../pdf-files.ts'

const paper = () =>
  pdfOf(
    [
      [
        ['On Fares', 50, 80, 24],
        ...block(
          [
            'A fare is what a rider pays for one ride. It is collected be-',
            'fore the ride begins, and nobody argues about it afterwards.',
          ],
          50,
          120,
        ),
        ['Kinds', 50, 190, 16],
        ...block(['• flat fares', '• fares by distance'], 50, 220),
      ],
      [['Conclusion', 50, 80, 16], ...block(['Pay before you ride.'], 50, 110)],
    ],
    { title: 'On Fares' },
  )

const report = () =>
  pdfOf([
    block(['There is no doubt about the past.'], 50, 80),
    block(['The auditors doubt that the company is a going', 'concern in 2026.'], 50, 80),
  ])

/** A table of three columns under a paragraph, one cell of it empty. */
const fares = () =>
  pdfOf([
    [
      ['Fares are paid before the ride, and cost as the table says:', 50, 80, 11],
      ...block(['Line', 'Harbour', 'Hill'], 50, 110),
      ...block(['Fare', '2.40', '3.10'], 200, 110),
      ...block(['Night', '4.00'], 320, 110),
    ],
  ])

const FILES: Readonly<Record<string, () => Promise<PDFDocument>>> = {
  '/paper.pdf': paper,
  '/10k.pdf': report,
  '/a.pdf': () => pdfOf([block(['a 1'], 50, 80), block(['a 2'], 50, 80), block(['a 3'], 50, 80)]),
  '/b.pdf': () => pdfOf([block(['b 1'], 50, 80)]),
  '/form.pdf': shortFormPdf,
  '/table.pdf': fares,
}

export const pdfSite: RequestListener = (request, response) => {
  const make = FILES[request.url ?? '']
  if (!make) return void response.writeHead(404).end('no such file')
  void make()
    .then((pdf) => pdf.save())
    .then((bytes) => response.setHeader('content-type', 'application/pdf').end(bytes))
}
