import { ruleIds } from '../../../electron/contract/audit-rules'
import type { ExportWords } from '../../../electron/contract/export'
import { i18n, t } from '../../shared/i18n'
import { changeLabel, reasonLabel } from '../catalog'
import { ruleName } from '../../shared/labels/rule-labels'
import { needsWorkReason, stateLabel } from '../../shared/labels/review-labels'

/** Whoever writes the file fills in the places of a sentence: here they stay. */
function place(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `{${name}}`]))
}

function columns(): ExportWords['columns'] {
  return {
    id: t('export.file.column.id'),
    name: t('export.file.column.name'),
    price: t('export.file.column.price'),
    description: t('export.file.column.description'),
    image: t('export.file.column.image'),
    place: t('export.file.column.place'),
    change: t('export.file.column.change'),
    review: t('export.file.column.review'),
    reason: t('export.file.column.reason'),
    note: t('export.file.column.note'),
    reviewer: t('export.file.column.reviewer'),
    'reviewed-at': t('export.file.column.reviewedAt'),
    findings: t('export.file.column.findings'),
    problem: t('export.file.column.problem')
  }
}

function about(): ExportWords['about'] {
  return {
    title: t('export.file.about.title'),
    store: t('export.file.about.store'),
    list: t('export.file.about.list'),
    rows: t('export.file.about.rows'),
    catalog: t('export.file.about.catalog'),
    asOf: t('export.file.about.asOf'),
    exported: t('export.file.about.exported'),
    note: t('export.file.about.note'),
    complete: t('export.file.about.complete', place('items')),
    partial: t('export.file.about.partial', place('items', 'total')),
    partialUnknown: t('export.file.about.partialUnknown', place('items')),
    lineList: t('export.file.about.lineList', place('store', 'list', 'rows')),
    lineCatalog: t('export.file.about.lineCatalog', place('coverage')),
    lineCatalogAsOf: t('export.file.about.lineCatalogAsOf', place('coverage', 'time')),
    lineExported: t('export.file.about.lineExported', place('time')),
    linePrinted: t('export.file.about.linePrinted', place('time'))
  }
}

function remarks(): ExportWords['remarks'] {
  return {
    missing: t('export.file.remark.missing', place('number')),
    setAside: t('export.file.remark.setAside', place('number')),
    disarmed: t('export.file.remark.disarmed', place('number')),
    shortened: t('export.file.remark.shortened', place('number')),
    replaced: t('export.file.remark.replaced', place('number')),
    unlinked: t('export.file.remark.unlinked', place('number')),
    withoutPicture: t('export.file.remark.withoutPicture', place('number')),
    reviewsUnread: t('export.file.remark.reviewsUnread'),
    changed: t('export.file.remark.changed')
  }
}

/** What stands in a file for people, in the language of the window: the process that writes it has no words. */
export function fileText(): ExportWords {
  return {
    language: i18n.global.locale.value,
    columns: columns(),
    states: {
      unreviewed: stateLabel('unreviewed'),
      approved: stateLabel('approved'),
      changed: stateLabel('changed'),
      'needs-work': stateLabel('needs-work'),
      ignored: stateLabel('ignored')
    },
    reasons: {
      picture: needsWorkReason('picture'),
      price: needsWorkReason('price'),
      name: needsWorkReason('name'),
      text: needsWorkReason('text'),
      double: needsWorkReason('double'),
      other: needsWorkReason('other')
    },
    changes: { new: changeLabel('new'), changed: changeLabel('changed'), gone: changeLabel('gone') },
    rules: Object.fromEntries(ruleIds.map((rule) => [rule, ruleName(rule)])),
    problems: {
      'not-an-object': reasonLabel('not-an-object'),
      'id-missing': reasonLabel('id-missing'),
      'id-empty': reasonLabel('id-empty'),
      'id-unsafe-number': reasonLabel('id-unsafe-number'),
      'id-too-long': reasonLabel('id-too-long'),
      'id-wrong-type': reasonLabel('id-wrong-type')
    },
    picture: t('export.file.picture'),
    noPicture: t('export.file.noPicture'),
    products: t('export.file.products'),
    about: about(),
    remarks: remarks()
  }
}
