-- The table of the Swoole seed: two rows, each with ten lines of twenty letters and digits.
DROP TABLE IF EXISTS test1;
CREATE TABLE test1 (
    test1_id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    test1_timestamp INT UNSIGNED NOT NULL,
    test1_data VARCHAR(2000) NOT NULL,
    test1_some_fk INT UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO test1 VALUES
    (1, 1572448636, 'tfOXQLPuhyTt6G0H5u44\r\nNNwU3N15GRAiUCquyIZX\r\nAdinOaI8JQ6jeADtz2bm\r\ngHo5VAnybxbn7QhFayOX\r\ntXJFFp9aSKN5yNBxB6Kj\r\nBd9qAIHYeRWeuQuecRhU\r\n8ki8UATX6F4sVJyF64DJ\r\nr7kSJZKsuU7iPR4R3fq4\r\ntLjMzkh7M0uNMAmndygw\r\ny50XAyuEjRPmRZjSi4d4', 33),
    (2, 1572448639, 'vlhEa316XtQbrl29ZjK5\r\nm62OhfX8sCXeNzuWMk5v\r\n0rVoKpNnUOQQ2KUKnSoO\r\n3fIi9yhcYsalcgQQWkFw\r\nrX7VjsfRUrhl4ASSjJbl\r\nUzruKVRMyRvwVvdP9T4b\r\n5EDzCqPJ8JQt8GRymCCi\r\neyXyTQmS0o2FS8ReGllb\r\nlICimbmYQmQssaDg6XYN\r\nvlf6wbmXD7HEAOtZLLFO', 35);
