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
  model: 'froe/builtin-3',
  withReader: {
    hybrid: {
      weights: {
        covered: 1.168,
        coveredFirst: 1.484,
        topic: 0.1215,
        topicRare: 0.5448,
        onTopic: 0.168,
        onTopicFirst: 1.396,
        meeting: 0.1376,
        meetingHere: -0.04799,
        size: -0.3803,
        nearest: 3.376,
        nearestTen: 8.418,
        nearestAll: 2.108,
        score: 0.3527,
      },
      bias: -3.117,
      marks: { low: -0.9836, high: 0.4496 },
    },
    keyword: {
      weights: {
        covered: 0.8949,
        coveredFirst: 1.655,
        topic: 1.174,
        topicRare: -0.2604,
        onTopic: 1.262,
        onTopicFirst: 0.35,
        meeting: 0.1701,
        meetingHere: -0.03731,
        size: -0.2444,
        score: 0.5202,
      },
      bias: 0.209,
      marks: { low: -1.8342, high: 0.1174 },
    },
  },
  withoutReader: {
    hybrid: {
      weights: {
        covered: 0.9102,
        coveredFirst: 2.741,
        topic: -0.0089,
        topicRare: 0.8166,
        onTopic: 0.05673,
        onTopicFirst: 1.29,
        meeting: 0.1334,
        meetingHere: -0.03418,
        size: -0.3665,
        nearest: 6.404,
        nearestTen: 8.289,
        nearestAll: -0.765,
      },
      bias: -3.649,
      marks: { low: -1.2337, high: 0.4591 },
    },
    keyword: {
      weights: {
        covered: 1.346,
        coveredFirst: 3.059,
        topic: 1.213,
        topicRare: 0.07394,
        onTopic: 0.5269,
        onTopicFirst: 0.5362,
        meeting: 0.1686,
        meetingHere: -0.02341,
        size: -0.2879,
      },
      bias: -0.03848,
      marks: { low: -1.6527, high: 0.3799 },
    },
    vector: {
      weights: {
        covered: 2.569,
        coveredFirst: 0.7362,
        topic: -0.1426,
        topicRare: 1.229,
        onTopic: -1.503,
        onTopicFirst: 2.213,
        meeting: 0.2129,
        meetingHere: -0.126,
        size: -0.3502,
        nearest: 5.789,
        nearestTen: 7.681,
        nearestAll: -0.09149,
      },
      bias: -2.629,
      marks: { low: -1.0145, high: 0.4974 },
    },
  },
};
