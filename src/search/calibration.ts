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
  readonly withReader: Readonly<Record<'hybrid' | 'keyword', Calibrated>>;
  /** The reader's score is not weighed. */
  readonly withoutReader: Readonly<Record<'hybrid' | 'keyword' | 'vector', Calibrated>>;
} = {
  model: 'froe/builtin-2',
  withReader: {
    hybrid: {
      weights: {
        covered: 1.096,
        coveredFirst: 0.9159,
        topic: 0.7286,
        topicRare: -0.03511,
        onTopic: 0.5616,
        onTopicFirst: 0.9586,
        meeting: 0.1311,
        meetingHere: -0.001662,
        size: -0.5067,
        nearest: -0.114,
        nearestTen: 4.886,
        nearestAll: 6.985,
        score: 0.4134,
      },
      bias: -0.6862,
      marks: { low: -1.4728, high: 0.1984 },
    },
    keyword: {
      weights: {
        covered: 0.3152,
        coveredFirst: 2.712,
        topic: 1.304,
        topicRare: -0.2903,
        onTopic: 1.189,
        onTopicFirst: 0.3745,
        meeting: 0.1553,
        meetingHere: -0.01922,
        size: -0.2481,
        score: 0.4515,
      },
      bias: 0.032,
      marks: { low: -1.5244, high: 0.2135 },
    },
  },
  withoutReader: {
    hybrid: {
      weights: {
        covered: 0.8396,
        coveredFirst: 2.254,
        topic: 0.6606,
        topicRare: 0.1812,
        onTopic: 0.4055,
        onTopicFirst: 0.6516,
        meeting: 0.1376,
        meetingHere: 0.005222,
        size: -0.5373,
        nearest: 3.613,
        nearestTen: 3.562,
        nearestAll: 5.605,
      },
      bias: -0.9683,
      marks: { low: -1.6454, high: 0.2098 },
    },
    keyword: {
      weights: {
        covered: 0.3724,
        coveredFirst: 4.271,
        topic: 1.287,
        topicRare: 0.02862,
        onTopic: 0.578,
        onTopicFirst: 0.5003,
        meeting: 0.1568,
        meetingHere: -0.006087,
        size: -0.3043,
      },
      bias: 0.02836,
      marks: { low: -1.6976, high: 0.3815 },
    },
    vector: {
      weights: {
        covered: 1.171,
        coveredFirst: 1.535,
        topic: 0.6359,
        topicRare: 0.412,
        onTopic: 0.01715,
        onTopicFirst: 0.0595,
        meeting: 0.2303,
        meetingHere: -0.1227,
        size: -0.4443,
        nearest: 3.429,
        nearestTen: 2.694,
        nearestAll: 5.877,
      },
      bias: -0.4003,
      marks: { low: -1.7187, high: 0.2588 },
    },
  },
};
