import { descriptionDuplicate } from './description-duplicate'
import { descriptionLink } from './description-link'
import { descriptionMarkup } from './description-markup'
import { descriptionMissing } from './description-missing'
import { descriptionName } from './description-name'
import { descriptionPlaceholder } from './description-placeholder'
import { descriptionShort } from './description-short'
import { descriptionShouting } from './description-shouting'
import { idSpaces } from './id-spaces'
import { idTwice } from './id-twice'
import { nameDuplicate } from './name-duplicate'
import { nameLong } from './name-long'
import { nameMarkup } from './name-markup'
import { nameMissing } from './name-missing'
import { namePlaceholder } from './name-placeholder'
import { nameShouting } from './name-shouting'
import { nameSpaces } from './name-spaces'
import { pictureBroken } from './picture-broken'
import { pictureInsecure } from './picture-insecure'
import { pictureMissing } from './picture-missing'
import { pictureSame } from './picture-same'
import { pictureShape } from './picture-shape'
import { pictureSmall } from './picture-small'
import { priceFraction } from './price-fraction'
import { priceMissing } from './price-missing'
import { priceNegative } from './price-negative'
import { priceOutlier } from './price-outlier'
import { priceZero } from './price-zero'
import { setAside } from './set-aside'
import { textGarbled } from './text-garbled'
import type { RuleId } from '../../contract/audit-rules'
import type { Rule } from '../rule'

/** All rules, by their names. */
export const rules: Readonly<Record<RuleId, Rule>> = {
  'picture-missing': pictureMissing,
  'picture-broken': pictureBroken,
  'picture-small': pictureSmall,
  'picture-same': pictureSame,
  'picture-insecure': pictureInsecure,
  'name-missing': nameMissing,
  'name-duplicate': nameDuplicate,
  'name-shouting': nameShouting,
  'name-spaces': nameSpaces,
  'name-long': nameLong,
  'description-missing': descriptionMissing,
  'description-short': descriptionShort,
  'description-placeholder': descriptionPlaceholder,
  'description-markup': descriptionMarkup,
  'description-duplicate': descriptionDuplicate,
  'price-missing': priceMissing,
  'price-zero': priceZero,
  'price-negative': priceNegative,
  'price-outlier': priceOutlier,
  'price-fraction': priceFraction,
  'id-twice': idTwice,
  'text-garbled': textGarbled,
  'set-aside': setAside,
  'picture-shape': pictureShape,
  'name-placeholder': namePlaceholder,
  'name-markup': nameMarkup,
  'description-name': descriptionName,
  'description-shouting': descriptionShouting,
  'description-link': descriptionLink,
  'id-spaces': idSpaces
}
