/** Width and height in CSS pixels. */
export interface Extent {
  width: number
  height: number
}

/** How a picture lies on its stage. */
export interface Pose {
  /** Shown size as a multiple of the picture's own. */
  scale: number
  /** From the middle of the stage to the middle of the picture, CSS pixels. */
  x: number
  y: number
}

/** A step of the buttons and of the + and − keys. */
export const zoomStep = 1.5

/** At most eight screen pixels for one of the picture. */
const largest = 8

/** The scale at which all of a picture is seen; a small one is not blown up. */
export function fitScale(picture: Extent, stage: Extent): number {
  if (picture.width <= 0 || picture.height <= 0) return 1
  return Math.min(1, stage.width / picture.width, stage.height / picture.height)
}

/** The pose in which all of the picture is seen. */
export function fitted(picture: Extent, stage: Extent): Pose {
  return { scale: fitScale(picture, stage), x: 0, y: 0 }
}

function within(offset: number, shown: number, room: number): number {
  const play = Math.max(0, (shown - room) / 2)
  // `+ 0` makes 0 of -0.
  return Math.min(play, Math.max(-play, offset)) + 0
}

/** Keeps a pose within reason: never smaller than fitted, never dragged off its stage. */
export function settled(pose: Pose, picture: Extent, stage: Extent): Pose {
  const fit = fitScale(picture, stage)
  const scale = Math.min(Math.max(pose.scale, fit), Math.max(largest, fit))
  return {
    scale,
    x: within(pose.x, picture.width * scale, stage.width),
    y: within(pose.y, picture.height * scale, stage.height)
  }
}

/** Zooms by a factor so that what is under `point` (CSS pixels from the stage's middle) stays under it. */
export function zoomed(
  pose: Pose,
  factor: number,
  point: { x: number; y: number },
  picture: Extent,
  stage: Extent
): Pose {
  const { scale } = settled({ ...pose, scale: pose.scale * factor }, picture, stage)
  const grown = scale / pose.scale
  return settled(
    { scale, x: point.x - (point.x - pose.x) * grown, y: point.y - (point.y - pose.y) * grown },
    picture,
    stage
  )
}

/** Moves the picture, as far as there is more of it to be seen. */
export function panned(pose: Pose, by: { x: number; y: number }, picture: Extent, stage: Extent): Pose {
  return settled({ ...pose, x: pose.x + by.x, y: pose.y + by.y }, picture, stage)
}

/** Whether the picture is larger than when all of it is seen. */
export function isZoomed(pose: Pose, picture: Extent, stage: Extent): boolean {
  return pose.scale > fitScale(picture, stage) * 1.001
}

/** How a picture is looked at, whatever its size and that of its stage: for pictures that are moved together. */
export interface ZoomView {
  /** How large it is, in its unit. */
  zoom: number
  /** 1 is `whole`: as large as when all of it is seen, or `own`: a pixel of the picture for one of the screen. */
  unit: 'whole' | 'own'
  /** From the middle of the stage to that of the picture, in widths and heights of the picture as it is shown. */
  x: number
  y: number
}

/** All of the picture. */
export const wholeView: ZoomView = { zoom: 1, unit: 'whole', x: 0, y: 0 }

/** How a picture in a pose is looked at. `own`: the scale at which it has its own size, since a smaller copy may be shown. */
export function lookOf(
  { scale, x, y }: Pose,
  picture: Extent,
  stage: Extent,
  unit: ZoomView['unit'] = 'whole',
  own = 1
): ZoomView {
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    zoom: scale / (unit === 'own' ? own : fitScale(picture, stage)),
    unit,
    x: width > 0 ? x / width : 0,
    y: height > 0 ? y / height : 0
  }
}

/** The pose in which a picture is looked at in a way, as far as its size and its stage let it; `own` as in `lookOf`. */
export function poseOf({ zoom, unit, x, y }: ZoomView, picture: Extent, stage: Extent, own = 1): Pose {
  const scale = zoom * (unit === 'own' ? own : fitScale(picture, stage))
  return settled({ scale, x: x * picture.width * scale, y: y * picture.height * scale }, picture, stage)
}
