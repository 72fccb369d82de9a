nvcc -arch=sm_90 -O3 -std=c++17 -cubin -o probe/set/cubin/blind.cubin probe/blind.cu 2>&1 | grep -i error; rm -f probe/set/cubin/x; cp probe/set/cubin/blind.cubin $OUT/
probe/simbin measure probe/set --out /tmp/set 2>&1 | tail -40; cp /tmp/set/results.json /tmp/set/repeats.json $OUT/
probe/simbin measure probe/tiles.ron 2>&1 | tail -12
