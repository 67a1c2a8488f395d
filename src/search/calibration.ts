/** Written by eval/confidence.mjs: what evidence weighs in each mode, and where the marks are. */
export interface Calibrated {
  readonly weights: Readonly<Record<string, number>>;
  readonly bias: number;
  /** Below `low` nothing here answers; from `high` on something most likely does. */
  readonly marks: { readonly low: number; readonly high: number };
}

export const calibration: {
  /** Whose vectors `hybrid` and `vector` were calibrated with. */
  readonly model: string;
  readonly modes: Readonly<Record<'hybrid' | 'keyword' | 'vector', Calibrated>>;
} = {
  model: 'froe/builtin-2',
  modes: {
    hybrid: {
      weights: {
        covered: 0.3606,
        coveredFirst: 2.976,
        topic: 0.3851,
        topicRare: 0.07671,
        onTopic: 0.5856,
        onTopicFirst: 0.7928,
        meeting: 0.1436,
        meetingHere: 0.002394,
        size: -0.5473,
        nearest: 5.71,
        nearestTen: -0.695,
        nearestAll: 7.349,
      },
      bias: -1.428,
      marks: { low: -1.2419, high: 0.2887 },
    },
    keyword: {
      weights: {
        covered: -0.0545,
        coveredFirst: 4.829,
        topic: 1.066,
        topicRare: 0.1493,
        onTopic: 0.6211,
        onTopicFirst: 0.2223,
        meeting: 0.1805,
        meetingHere: -0.02544,
        size: -0.2802,
      },
      bias: -0.3025,
      marks: { low: -1.7612, high: 0.4427 },
    },
    vector: {
      weights: {
        covered: 1.357,
        coveredFirst: 1.725,
        topic: 0.505,
        topicRare: 0.4746,
        onTopic: -1.032,
        onTopicFirst: 0.999,
        meeting: 0.2486,
        meetingHere: -0.1262,
        size: -0.3864,
        nearest: 3.872,
        nearestTen: -1.712,
        nearestAll: 9.126,
      },
      bias: -0.393,
      marks: { low: -1.7115, high: 0.1519 },
    },
  },
};
